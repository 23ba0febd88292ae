-- How many Go files were not read, in memory.
CREATE OR REPLACE TABLE unread AS
SELECT count(*) AS unread_files
FROM files
WHERE status = 'skipped' AND (language = 'go' OR file_path LIKE '%.go');
