-- The functions that are written in assembly, as doubts/no_body.sql finds them on a walk.
CREATE OR REPLACE TABLE bodiless AS
WITH texts AS MATERIALIZED (
  SELECT c.file_id, encode(c.content) AS bytes
  FROM contents c
  WHERE c.file_id IN (SELECT file_id FROM files WHERE module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s'))
)
SELECT f.function_id
FROM functions f
JOIN texts t ON t.file_id = f.file_id
WHERE f.end_pos > 0 AND t.bytes[f.end_pos:f.end_pos] <> '}'::BLOB;
