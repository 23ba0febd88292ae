-- The files among some paths that are in no language of a module or symbol.
--
-- $1 the paths.
SELECT file_path
FROM files
WHERE list_contains($1::VARCHAR[], file_path)
  AND language NOT IN (SELECT language FROM symbols UNION SELECT language FROM modules);
