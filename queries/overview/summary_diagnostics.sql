-- The diagnostics by step and severity, with the first of each.
SELECT stage, severity, count(*) AS n, min_by(coalesce(file_path, module_path, ''), (file_path, module_path, start_line, message)) AS file,
  min_by(coalesce(start_line, 0), (file_path, module_path, start_line, message)) AS line, min_by(message, (file_path, module_path, start_line, message)) AS message
FROM diagnostics
GROUP BY stage, severity
ORDER BY severity, n DESC, stage;
