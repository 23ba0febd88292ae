-- The packages and files whose path or import path is a target, or ends in it after a slash. The resolver decides which of them it means.
--
-- $1 the target.
SELECT 0 AS file_id, module_path AS path, coalesce(package_path, module_path) AS symbol, 'package' AS kind
FROM modules
WHERE ends_with('/' || module_path, '/' || $1) OR ends_with('/' || package_path, '/' || $1)
UNION ALL
SELECT DISTINCT 0, '', imported_module, 'package'
FROM imports
WHERE imported_module_path IS NULL AND ends_with('/' || imported_module, '/' || $1)
UNION ALL
SELECT file_id, file_path, file_path, 'file'
FROM files
WHERE ends_with('/' || file_path, '/' || $1);
