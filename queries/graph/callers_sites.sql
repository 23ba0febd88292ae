-- For each caller that is shown, its calls on shortest paths of the best evidence, and what they
-- call.
--
-- DESIGN: what is shown is a table: with a bound list this took 20 ms, and so it takes 7. What the
-- callers call comes first, so that it is looked up.
WITH made AS MATERIALIZED (
  SELECT symbol_id, depth, wanted, c.callee_id, c.file_id, c.line_column, c.label & 7 AS rank
  FROM (
    SELECT n.symbol_id, n.depth, n.rank AS wanted, each_call(f) AS c
    FROM shown n
    JOIN calls_from f ON f.caller_id = n.symbol_id
  )
  WHERE c.label >= 8
)
SELECT c.symbol_id, c.file_id, c.line_column, coalesce(d.method_id, c.callee_id) AS via
FROM made c
JOIN walk v ON v.id = c.callee_id AND v.label >> 3 = c.depth - 1 AND greatest(v.label & 7, c.rank) = c.wanted
LEFT JOIN dispatched d ON d.id = c.callee_id;
