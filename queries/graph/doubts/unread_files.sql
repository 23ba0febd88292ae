-- Go files that were not read.
SELECT unread_files
FROM unread;
