-- For each callee that is shown, the calls that lead to it on shortest paths of the best
-- evidence, and who makes them. A call leads to a method that stands in for its
-- callee too.
--
-- $1 whether the walk followed dispatch.
--
-- DESIGN: see callers_sites.sql. The calls that the walk made come first: of what is shown,
-- a popular function may be called from everywhere (depth 1: 3.7 ms instead of 5.6).
WITH RECURSIVE entry(symbol_id, callee_id, depth, wanted, rank) AS (
  SELECT symbol_id, unnest([symbol_id, d.id]), depth, rank, 0 FROM shown LEFT JOIN dispatched d ON d.method_id = symbol_id
  UNION
  SELECT e.symbol_id, s.caller_id, e.depth, e.wanted, greatest(e.rank, s.label & 7)
  FROM entry e
  JOIN stand_ins s ON s.callee_id = e.callee_id
  JOIN walk w ON w.id = s.caller_id AND w.called_label >> 3 = e.depth
  WHERE $1::BOOLEAN
),
made AS MATERIALIZED (
  SELECT c.callee_id, caller_id, c.file_id, c.line_column, label >> 3 AS depth, greatest(label & 7, c.label & 7) AS rank
  FROM (
    SELECT v.id AS caller_id, v.label, each_call(f) AS c
    FROM walk v
    JOIN calls_from f ON f.caller_id = v.id
    WHERE v.asked
  )
  WHERE c.label >= 8
)
SELECT e.symbol_id, c.file_id, c.line_column, c.caller_id AS via
FROM entry e
JOIN made c ON c.callee_id = e.callee_id AND c.depth = e.depth - 1 AND greatest(c.rank, e.rank) = e.wanted;
