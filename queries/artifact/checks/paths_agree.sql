-- files: in every row, file_id, file_path and module_path name the same file and its directory
WITH named AS (
  SELECT 'contents' AS origin, file_id, file_path, NULL AS module_path FROM contents
  UNION ALL SELECT 'symbols', file_id, file_path, module_path FROM symbols WHERE file_id IS NOT NULL
  UNION ALL SELECT 'functions', file_id, file_path, module_path FROM functions
  UNION ALL SELECT 'types', file_id, file_path, module_path FROM types
  UNION ALL SELECT 'imports', file_id, file_path, module_path FROM imports
  UNION ALL SELECT 'diagnostics', file_id, file_path, module_path FROM diagnostics WHERE file_id IS NOT NULL
)
SELECT count(*), any_value(n.origin || ' has ' || n.file_path || ' for file ' || n.file_id)
FROM named n JOIN files f ON f.file_id = n.file_id
WHERE n.file_path IS DISTINCT FROM f.file_path OR (n.module_path IS NOT NULL AND n.module_path <> f.module_path);
