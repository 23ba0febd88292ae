-- The first places where a symbol of the walk is used other than by a call.
--
-- $1 the depth; $2 how many places.
WITH params AS (
  SELECT $1::INTEGER AS depth, $2::INTEGER AS places
),
used AS (
  SELECT s.symbol, r.file_id, r.start_line, r.start_column, row_number() OVER (ORDER BY s.symbol, r.file_id, r.start_line, r.start_column) AS place
  FROM refs r, symbols s, params p
  WHERE r.role NOT IN ('call', 'import') AND s.symbol_id = r.symbol_id
    AND r.symbol_id IN (SELECT id FROM walk WHERE walk.depth < p.depth)
)
SELECT u.symbol, f.file_path, u.start_line, u.start_column
FROM used u, files f, params p
WHERE f.file_id = u.file_id AND u.place <= p.places
ORDER BY u.place;
