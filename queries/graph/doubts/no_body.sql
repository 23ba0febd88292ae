-- The functions on a walk that may be written in assembly, as ../beside_assembly.sql finds them all. Those whose
-- declaration does not end in a body are counted (bodiless.go).
SELECT f.function_id, f.file_id, f.end_pos
FROM nodes a
JOIN functions f ON f.function_id = a.symbol_id
WHERE a.asked AND f.end_pos > 0 AND f.complexity = 1
  AND f.module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s')
ORDER BY f.file_id;
