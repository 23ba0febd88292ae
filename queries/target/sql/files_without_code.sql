-- The files among some paths that declare and import nothing.
--
-- $1 the paths.
SELECT file_path
FROM files
WHERE list_contains($1::VARCHAR[], file_path)
  AND NOT EXISTS (SELECT 1 FROM symbols s WHERE s.file_id = files.file_id)
  AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.file_id = files.file_id);
