-- The package of a symbol was not fully type-checked.
SELECT 'untyped_packages', count(DISTINCT a.module_path)
FROM nodes a
WHERE a.asked AND a.module_path IN (
  SELECT module_path FROM diagnostics WHERE severity = 'error' AND stage <> 'discover' AND module_path IS NOT NULL
  UNION ALL
  SELECT module_path FROM files WHERE status = 'partial'
)
