-- Places of a local variable, in the function around it.
--
-- $1 the depth; $2 the id of the file; $3 the id of the function, or 0; $4 the name of the variable, or NULL for that of the function;
-- $5 the lines; $6 the columns; $7 the roles.
INSERT INTO found BY NAME
SELECT $1::INTEGER AS depth, 0 AS rank, CASE WHEN $4::VARCHAR IS NULL THEN s.symbol_id END AS symbol_id, coalesce($4::VARCHAR, s.symbol, f.file_path) AS symbol,
  CASE WHEN $4::VARCHAR IS NULL THEN coalesce(s.kind, 'file') ELSE 'variable' END AS kind, false AS is_external, f.is_test, f.file_path,
  f.file_id AS site_id, f.file_path AS site_path, u.line AS site_line, u.col AS site_column, '' AS via, u.role AS label
FROM (SELECT unnest($5::INTEGER[]) AS line, unnest($6::INTEGER[]) AS col, unnest($7::VARCHAR[]) AS role) u
JOIN files f ON f.file_id = $2
LEFT JOIN (SELECT symbol_id, symbol, kind FROM symbols WHERE symbol_id = $3) s ON true;
