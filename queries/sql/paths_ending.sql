-- The files whose path ends so, from an element on.
--
-- $1 the end.
SELECT file_path
FROM files
WHERE file_path = $1 OR ends_with(file_path, '/' || $1)
ORDER BY file_path;
