-- For each caller that is shown, its first call on a shortest path of the best
-- evidence, and what it calls.
--
-- DESIGN: a place travels as one number, and what is shown is a table: with structures and a
-- bound list this took 20 ms, and so it takes 7. What the callers call comes first, so that
-- it is looked up.
WITH made AS MATERIALIZED (
  SELECT symbol_id, depth, wanted, c.callee_id, c.file_id, c.line_column, c.label & 7 AS rank
  FROM (
    SELECT n.symbol_id, n.depth, n.rank AS wanted, each_step(f.steps) AS c
    FROM shown n
    JOIN calls_from f ON f.caller_id = n.symbol_id
  )
  WHERE c.label >= 8
)
SELECT s.symbol_id, f.file_id, f.file_path, s.place >> 32 & 4294967295 AS line, s.place & 4294967295 AS start_column, s.via
FROM (
  SELECT c.symbol_id, min(c.file_id::HUGEINT << 64 | c.line_column) AS place, arg_min(c.callee_id, c.file_id::HUGEINT << 64 | c.line_column) AS via
  FROM made c
  JOIN walk v ON v.id = c.callee_id AND v.label >> 3 = c.depth - 1 AND greatest(v.label & 7, c.rank) = c.wanted
  GROUP BY c.symbol_id
) s
JOIN files f ON f.file_id = (s.place >> 64)::INTEGER;
