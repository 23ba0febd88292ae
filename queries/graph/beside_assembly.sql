-- The functions beside assembly code that may be written in it: with where they end, and in which file.
SELECT function_id, file_id, end_pos
FROM functions
WHERE end_pos > 0 AND complexity = 1
  AND module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s')
ORDER BY file_id;
