-- One symbol: what a list of symbols says of it, and its doc, file and complexity.
--
-- $1 its id.
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  coalesce(s.doc, ''), s.is_external, coalesce(f.complexity, 0)
FROM symbols s
LEFT JOIN functions f ON f.function_id = s.symbol_id
WHERE s.symbol_id = $1;
