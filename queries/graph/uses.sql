-- The places where a symbol that the walk asked about is used other than by a
-- call: the first of them, and how many there are.
--
-- $1 how many places.
WITH params AS (
  SELECT $1::BIGINT AS places
),
used AS MATERIALIZED (
  SELECT a.symbol, r.file_id, r.start_line, r.start_column
  FROM refs r
  JOIN nodes a ON a.symbol_id = r.symbol_id AND a.asked AND a.kind IN ('function', 'method', 'interface_method')
  WHERE r.role NOT IN ('call', 'import')
)
SELECT u.symbol, f.file_path, u.start_line, u.start_column, (SELECT count(*) FROM used) AS total
FROM used u
JOIN files f ON f.file_id = u.file_id
ORDER BY u.symbol, u.file_id, u.start_line, u.start_column
LIMIT (SELECT places FROM params);
