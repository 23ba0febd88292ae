-- The packages and files that a target may mean, by how: 1 its whole path or import
-- path, 2 an end of that from a slash on. Packages of the repository stand before those
-- from outside.
--
-- $1 the target; $2 "package" or "file", or empty for both.
WITH params AS (
  SELECT $1::VARCHAR AS path
),
known AS (
  SELECT 0 AS file_id, module_path AS path, coalesce(package_path, module_path) AS symbol, 'package' AS kind, false AS is_external FROM modules
  UNION ALL
  SELECT DISTINCT 0, NULL, imported_module, 'package', true FROM imports WHERE imported_module_path IS NULL
  UNION ALL
  SELECT file_id, file_path, file_path, 'file', false FROM files
),
found AS (
  SELECT k.*, CASE WHEN k.path = p.path OR k.symbol = p.path THEN 1 ELSE 2 END AS step
  FROM known k, params p
  WHERE $2 IN ('', k.kind)
    AND (k.path = p.path OR k.symbol = p.path OR ends_with(k.path, '/' || p.path) OR ends_with(k.symbol, '/' || p.path))
)
SELECT file_id, coalesce(path, ''), symbol, kind
FROM found
QUALIFY dense_rank() OVER (ORDER BY step, is_external, kind = 'file') = 1
ORDER BY symbol, path;
