-- Code that was not read, or not fully, in memory. A file that was read partly has a
-- diagnostic, so this is for indexes that have some.

-- The packages that were not fully type-checked.
CREATE OR REPLACE TABLE untyped AS
SELECT module_path FROM diagnostics WHERE severity = 'error' AND stage <> 'discover' AND module_path IS NOT NULL
UNION
SELECT module_path FROM files WHERE status = 'partial';

CREATE OR REPLACE TABLE gaps AS
SELECT (SELECT count(*) FROM untyped) AS untyped_packages,
  (SELECT count(*) FROM diagnostics WHERE stage = 'discover' AND message LIKE 'a directory that cannot be read%') AS unread_folders;
