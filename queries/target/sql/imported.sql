-- The external packages that the code in the index imports and that a path or a name means: by the path, otherwise by its end, its alias or
-- its declared name. There is none where the name is that of a package in the index.
--
-- $1 the path or name.
WITH named AS (
  SELECT imported_module AS path
  FROM imports
  WHERE imported_module_path IS NULL
    AND (ends_with('/' || imported_module, '/' || $1) OR alias = $1 OR regexp_extract(imported_module, '([^/]+?)(/v\d+)?$', 1) = $1)
  UNION
  SELECT package_path FROM symbols WHERE is_external AND package_path IS NOT NULL AND NOT contains($1, '.') AND starts_with(qualified_name, $1 || '.')
)
SELECT path
FROM named
WHERE (path = $1 OR $1 NOT IN (SELECT path FROM named)
    AND NOT EXISTS (SELECT 1 FROM symbols WHERE NOT is_external AND starts_with(qualified_name, $1 || '.')))
  AND path IN (SELECT imported_module FROM imports)
  AND path NOT IN (SELECT package_path FROM modules WHERE package_path IS NOT NULL)
ORDER BY path;
