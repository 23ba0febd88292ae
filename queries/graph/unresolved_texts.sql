-- The text of the files that were parsed, but not type-checked, in memory.
--
-- DESIGN: to look for a name in the texts of an index takes as long as to unpack them: 180 ms
-- of prometheus with its dependencies, and 5 of these alone.
CREATE OR REPLACE TABLE unresolved_texts AS
SELECT file_id, content
FROM contents
WHERE file_id IN (SELECT file_id FROM unresolved);
