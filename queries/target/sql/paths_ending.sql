-- The files whose path is a path, or ends in it after a slash.
--
-- $1 the path.
SELECT file_path
FROM files
WHERE ends_with('/' || file_path, '/' || $1)
ORDER BY file_path <> $1, file_path;
