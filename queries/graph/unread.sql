-- How many Go files may hold more, in memory: those that were not read, and those that are no
-- files of the tree, git ignoring them above all, but that the build has. What extract/golang says of
-- those that use nothing of the tree begins otherwise.
CREATE OR REPLACE TABLE unread AS
SELECT count(*) AS unread_files
FROM (
  SELECT file_path FROM files WHERE status = 'skipped' AND (language = 'go' OR file_path LIKE '%.go')
  UNION ALL
  SELECT file_path FROM diagnostics WHERE stage = 'load' AND message LIKE 'the build has this Go file, and the index does not%'
) absent;
