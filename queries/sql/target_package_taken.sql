-- The paths of packages and files of the repository.
--
-- $1 "package" or "file", or empty for both.
SELECT module_path FROM modules WHERE $1::VARCHAR <> 'file'
UNION ALL
SELECT file_path FROM files WHERE $1::VARCHAR <> 'package';
