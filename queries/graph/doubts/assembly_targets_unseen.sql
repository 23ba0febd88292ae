-- A target stands beside assembly code, whose text the index does not hold, or is one of
-- too many to look for there.
SELECT count(*) AS assembly
FROM seeds t
JOIN symbols s ON s.symbol_id = t.id AND NOT s.is_external AND s.kind IN ('function', 'variable', 'constant', 'field', 'struct')
JOIN files own ON own.file_id = s.file_id
WHERE own.module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s');
