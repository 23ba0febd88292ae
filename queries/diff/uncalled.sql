-- The functions that code outside tests used in the base and no longer uses: the name, the place, the uses in the base, and those
-- left in tests.
WITH old_use AS (
  SELECT r.symbol_id, count(*) AS n
  FROM base.refs r
  JOIN base.files f ON f.file_id = r.file_id AND NOT f.is_test
  WHERE r.enclosing_id IS DISTINCT FROM r.symbol_id
  GROUP BY r.symbol_id
),
new_use AS (
  SELECT r.symbol_id, count(*) FILTER (NOT f.is_test) AS n, count(*) FILTER (f.is_test) AS tests
  FROM head.refs r
  JOIN head.files f ON f.file_id = r.file_id
  WHERE r.enclosing_id IS DISTINCT FROM r.symbol_id
  GROUP BY r.symbol_id
)
SELECT s.symbol, s.file_path, coalesce(s.start_line, 0), o.n, coalesce(n.tests, 0)
FROM same p
JOIN old_use o ON o.symbol_id = p.old_id
LEFT JOIN new_use n ON n.symbol_id = p.new_id
JOIN head.symbols s ON s.symbol_id = p.new_id AND s.kind IN ('function', 'method') AND NOT s.is_test
WHERE coalesce(n.n, 0) = 0
ORDER BY s.file_path, s.start_line;
