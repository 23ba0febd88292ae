-- Packages were not fully type-checked: any of them may hold a call.
SELECT 'untyped_packages', count(DISTINCT module_path)
FROM (
  SELECT module_path FROM diagnostics WHERE severity = 'error' AND stage <> 'discover' AND module_path IS NOT NULL
  UNION ALL
  SELECT module_path FROM files WHERE status = 'partial'
)
