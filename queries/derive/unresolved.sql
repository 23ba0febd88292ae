-- The files that were parsed, but not type-checked, and those with calls that were not.
CREATE OR REPLACE TABLE unresolved AS
SELECT file_id FROM files WHERE is_untyped
UNION
SELECT file_id FROM uncertain;
