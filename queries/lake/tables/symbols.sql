-- The symbols of the index in the view `stored`, the external ones too.
SELECT s.symbol_hash, s.symbol, s.qualified_name, s.kind, s.language, s.package_path, s.is_external, s.is_exported, s.is_test,
  s.file_path, s.start_line, s.signature_hash, i.repository, i."commit"
FROM symbols s, stored i
ORDER BY s.symbol
