-- The shown symbols that come with their language.
SELECT s.symbol_id
FROM symbols s
WHERE s.is_external
  AND s.symbol_id IN (SELECT symbol_id FROM shown)
  AND s.package_path IN (SELECT imported_module FROM imports WHERE is_standard_lib);
