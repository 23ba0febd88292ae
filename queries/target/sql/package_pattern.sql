-- The packages and files whose path or import path matches a pattern as a whole. External packages count only when nothing of the
-- repository matches, and files only when no package does.
--
-- $1 the LIKE pattern, or NULL; $2 the regular expression, or NULL; $3 "package" or "file", or empty for both.
WITH known AS (
  SELECT 0 AS file_id, module_path AS path, coalesce(package_path, module_path) AS symbol, 'package' AS kind, false AS is_external FROM modules
  UNION ALL
  SELECT DISTINCT 0, NULL, imported_module, 'package', true FROM imports WHERE imported_module_path IS NULL
  UNION ALL
  SELECT file_id, file_path, file_path, 'file', false FROM files
)
SELECT file_id, coalesce(path, ''), symbol, kind
FROM known
WHERE $3 IN ('', kind)
  AND (path LIKE $1::VARCHAR OR symbol LIKE $1::VARCHAR OR regexp_full_match(path, $2::VARCHAR) OR regexp_full_match(symbol, $2::VARCHAR))
QUALIFY dense_rank() OVER (ORDER BY is_external, kind = 'file') = 1
ORDER BY symbol, path;
