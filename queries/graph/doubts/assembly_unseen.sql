-- A function stands beside assembly code, whose text the index does not hold.
SELECT count(*) AS assembly
FROM nodes a
JOIN files own ON own.file_id = a.file_id
WHERE a.asked AND NOT a.is_external AND a.kind = 'function' AND own.module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s');
