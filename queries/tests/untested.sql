-- A page of the functions of a list ($7) that pass the filters ($1 to $6): $8 rows from $9. Each row has the numbers of all rows in
-- tests and of all rows.
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  count(*) FILTER (s.is_test) OVER (), count(*) OVER ()
FROM chosen($1, $2, $3, $4, $5, $6) s
JOIN (SELECT unnest($7::INTEGER[]) AS symbol_id) u ON u.symbol_id = s.symbol_id
ORDER BY s.file_path, s.start_line, s.symbol
LIMIT $8 OFFSET $9;
