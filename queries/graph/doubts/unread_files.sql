-- Go files that were not read.
SELECT count(*) AS unread_files
FROM files
WHERE status = 'skipped' AND (language = 'go' OR file_path LIKE '%.go');
