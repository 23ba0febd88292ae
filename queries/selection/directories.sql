-- The directories with Go files. A directory is broken when the index lacks facts about its code: a file has errors or no types. Files that
-- build constraints leave out do not count.
SELECT f.module_path,
  bool_or(f.status <> 'ok' OR f.is_untyped AND NOT EXISTS (FROM diagnostics d WHERE d.file_id = f.file_id AND d.code = 'excluded_by_build'))
FROM files f
WHERE f.language = 'go'
GROUP BY f.module_path
ORDER BY f.module_path;
