-- Go files were not read: any of them may hold a call.
SELECT 'unread_files', count(*)
FROM files
WHERE status = 'skipped' AND language = 'go'
