-- The files that are separate programs in the folder of a package. Its build leaves them out: each
-- begins a program, and no typed file of the folder does. The package does not have the imports
-- of such a file.
CREATE OR REPLACE TABLE programs AS
WITH main AS MATERIALIZED (
  SELECT f.file_id, f.module_path, f.is_untyped
  FROM (SELECT file_id FROM symbols WHERE entry = 'program') m
  JOIN files f ON f.file_id = m.file_id
)
SELECT DISTINCT i.file_id
FROM main i
ANTI JOIN (SELECT module_path FROM main WHERE NOT is_untyped) own ON own.module_path = i.module_path
WHERE i.is_untyped;
