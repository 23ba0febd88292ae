-- The places where a symbol that the walk asked about is used other than by a
-- call: the first of them, and how many there are.
--
-- $1 how many places.
WITH used AS MATERIALIZED (
  SELECT a.symbol, t.file_id, t.start_line, t.start_column
  FROM taken t
  JOIN nodes a ON a.symbol_id = t.symbol_id AND a.asked
)
SELECT u.symbol, f.file_path, u.start_line, u.start_column, (SELECT count(*) FROM used) AS total
FROM used u
JOIN files f ON f.file_id = u.file_id
ORDER BY u.symbol, u.file_id, u.start_line, u.start_column
LIMIT $1::BIGINT;
