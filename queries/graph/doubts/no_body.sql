-- A function is written in assembly: it stands beside assembly code, and its
-- declaration does not end in a body.
--
-- DESIGN: which functions stand there comes first: joined at once, DuckDB may hash the texts of all files.
WITH beside AS MATERIALIZED (
  SELECT a.file_id, f.end_pos
  FROM nodes a
  JOIN files own ON own.file_id = a.file_id
  JOIN functions f ON f.function_id = a.symbol_id
  WHERE a.asked AND f.end_pos > 0
    AND own.module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s')
),
texts AS MATERIALIZED (
  SELECT c.file_id, encode(c.content) AS bytes
  FROM contents c
  WHERE c.file_id IN (SELECT file_id FROM beside)
)
SELECT count(*) AS no_body
FROM beside b
JOIN texts t ON t.file_id = b.file_id
WHERE t.bytes[b.end_pos:b.end_pos] <> '}'::BLOB;
