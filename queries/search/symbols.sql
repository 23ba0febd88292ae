-- A page of the symbols that pass the filters ($1 to $6), in the order $7, $11 rows from $12. Their
-- name matches $8 or their qualified name matches $9 (regular expressions, NULL for all), or their
-- symbol is $10. Symbols in tests come last. Each row has the number of those and of all.
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  count(*) FILTER (s.is_test) OVER () AS tests, count(*) OVER () AS total
FROM chosen($1, $2, $3, $4, $5, $6) s
WHERE $8::VARCHAR IS NULL OR regexp_full_match(s.name, $8::VARCHAR) OR regexp_full_match(s.qualified_name, $9::VARCHAR) OR s.symbol = $10::VARCHAR
ORDER BY
  s.is_test,
  CASE $7::VARCHAR WHEN 'refs' THEN -s.ref_count WHEN 'external_refs' THEN -s.external_ref_count WHEN 'lines' THEN s.start_line - s.end_line END,
  CASE $7::VARCHAR WHEN 'name' THEN lower(s.name) WHEN 'file' THEN s.file_path END,
  CASE $7::VARCHAR WHEN 'file' THEN s.start_line END,
  s.symbol
LIMIT $11 OFFSET $12;
