-- The packages that a file imports by a name: its alias, or else an element of the path, from the
-- last on, which is not a major version.
--
-- $1 the file; $2 the name.
SELECT DISTINCT imported_module
FROM imports
WHERE file_path = $1 AND coalesce(alias, regexp_extract(imported_module, '([^/]+?)(/v\d+)?$', 1)) = $2
ORDER BY ALL
LIMIT 1;
