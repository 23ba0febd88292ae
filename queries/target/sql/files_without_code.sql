-- The files among some paths that are in no language with symbols.
--
-- $1 the paths.
SELECT file_path
FROM files
WHERE list_contains($1::VARCHAR[], file_path)
  AND language NOT IN (SELECT language FROM symbols);
