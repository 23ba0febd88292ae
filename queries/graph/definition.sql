-- The targets themselves.
INSERT INTO found BY NAME
SELECT 0 AS depth, 0 AS rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path
FROM target t
JOIN symbols s ON s.symbol_id = t.symbol_id;
