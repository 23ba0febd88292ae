-- As uses.sql, of an index that was not loaded: more references to a function than calls of it say that
-- its value is taken, and only those of the first such symbols are read.
--
-- $1 how many places.
--
-- DESIGN: to find all references that are no calls takes 40 ms (1,370,000 references), and this 12 where a
-- walk reached 6,000 symbols.
WITH called AS (
  SELECT w.id, sum(i.calls) AS calls
  FROM (
    SELECT id, id AS callee_id FROM walk WHERE asked AND NOT is_dispatched(id)
    UNION ALL
    SELECT d.method_id, d.id FROM walk w JOIN dispatched d ON d.method_id = w.id WHERE w.asked
  ) w
  JOIN steps_into i ON i.callee_id = w.callee_id
  GROUP BY w.id
),
taken AS MATERIALIZED (
  SELECT n.symbol_id, n.symbol
  FROM nodes n
  LEFT JOIN called c ON c.id = n.symbol_id
  WHERE n.asked AND n.kind IN ('function', 'method', 'interface_method') AND n.ref_count > coalesce(c.calls, 0)
  ORDER BY n.symbol
  LIMIT $1::BIGINT
)
SELECT t.symbol, f.file_path, r.start_line, r.start_column
FROM taken t
JOIN refs r ON r.symbol_id = t.symbol_id AND r.role NOT IN ('call', 'import')
JOIN files f ON f.file_id = r.file_id
ORDER BY t.symbol, r.file_id, r.start_line, r.start_column
LIMIT $2::BIGINT;
