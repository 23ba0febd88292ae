-- The package that a file imports under a name: its alias, or the last element of the path that is no
-- major version.
--
-- $1 the file; $2 the name.
SELECT DISTINCT imported_module
FROM imports
WHERE file_path = $1 AND coalesce(alias, regexp_extract(imported_module, '([^/]+?)(/v\d+)?$', 1)) = $2
ORDER BY ALL
LIMIT 1;
