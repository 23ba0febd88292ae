-- A page of the symbols that pass the filters ($1 to $6), in the order that $7 names: $8
-- rows from $9 on, of those whose name $10 or whose qualified name $11 matches, regular
-- expressions (NULL for all), or whose symbol is $12. Each row has the number of all.
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  count(*) OVER () AS total
FROM chosen($1, $2, $3, $4, $5, $6) s
WHERE $10::VARCHAR IS NULL OR regexp_full_match(s.name, $10::VARCHAR) OR regexp_full_match(s.qualified_name, $11::VARCHAR) OR s.symbol = $12::VARCHAR
ORDER BY
  CASE $7::VARCHAR WHEN 'refs' THEN -s.ref_count WHEN 'external_refs' THEN -s.external_ref_count WHEN 'lines' THEN s.start_line - s.end_line END,
  CASE $7::VARCHAR WHEN 'name' THEN lower(s.name) WHEN 'file' THEN s.file_path END,
  CASE $7::VARCHAR WHEN 'file' THEN s.start_line END,
  s.symbol
LIMIT $8 OFFSET $9
