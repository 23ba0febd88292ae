-- What implements.sql found.
SELECT 1 AS depth, f.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path, t.symbol AS via, f.label
FROM found f
JOIN symbols s ON s.symbol_id = f.id
JOIN seeds t ON t.id = f.target;
