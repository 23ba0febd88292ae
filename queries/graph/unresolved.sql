-- The files that were parsed, but not type-checked: those with symbols or calls that
-- only such files have. The path of any file ends the stable names of what nothing can
-- refer to.
CREATE OR REPLACE TABLE unresolved AS
SELECT file_id FROM strays
UNION
SELECT file_id FROM calls WHERE evidence IN ('heuristic', 'unresolved');
