-- A function stands beside assembly code, whose text the index does not hold.
SELECT 'assembly', count(*)
FROM nodes
WHERE asked AND NOT is_external AND kind = 'function' AND module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s')
