-- The first errors for which packages were not fully type-checked, and those for which files were not read to their end.
--
-- $1 how many to return.
SELECT module_path, file_path, min(start_line), arg_min(start_column, start_line)
FROM diagnostics
WHERE (severity = 'error' AND stage <> 'discover' OR file_path IN (SELECT file_path FROM files WHERE status = 'partial'))
  AND module_path IS NOT NULL AND file_path IS NOT NULL AND start_line IS NOT NULL
GROUP BY module_path, file_path
ORDER BY module_path, file_path
LIMIT $1::BIGINT;
