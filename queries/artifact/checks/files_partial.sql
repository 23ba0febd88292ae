-- files: a partial file has a diagnostic of the file or of its package
SELECT count(*), any_value(f.file_path)
FROM files f
WHERE f.status = 'partial'
  AND f.file_path NOT IN (SELECT file_path FROM diagnostics WHERE file_path IS NOT NULL)
  AND f.module_path NOT IN (SELECT module_path FROM diagnostics WHERE module_path IS NOT NULL);
