-- Every use of the name of a target, a type, in the function or type around it.
SELECT 1 AS depth, 0 AS rank,
  r.enclosing_id AS symbol_id, coalesce(s.symbol, f.file_path) AS symbol, coalesce(s.kind, 'file') AS kind, false AS is_external,
  f.is_test, f.file_path, r.file_id::BIGINT << 32 | r.start_line AS place, f.file_path AS place_path, r.start_column AS place_column, t.symbol AS via
FROM seeds
JOIN refs r ON r.symbol_id = seeds.id AND r.role = 'type'
JOIN symbols t ON t.symbol_id = seeds.id
JOIN files f ON f.file_id = r.file_id
LEFT JOIN symbols s ON s.symbol_id = r.enclosing_id;
