-- What the targets call, directly or through others, to a depth that is small.
-- The table walk gets a row for each symbol at its smallest depth: `called` when a
-- call leads to it, not `called` for a target itself and for what stands in for a
-- target (depth 0). What stands in for a called method is called too, at the same
-- depth. rank is the best evidence among the shortest paths, each path as strong
-- as its weakest edge.
--
-- $1 the targets' ids; $2 the depth; $3 whether to follow dispatch.
--
-- DESIGN: see callers.sql.
CREATE OR REPLACE TEMP TABLE walk AS
WITH RECURSIVE params AS (
  SELECT $1::INTEGER[] AS targets, $2::INTEGER AS depth, $3::BOOLEAN AS dispatch
),
step(id, called, label) AS (
  SELECT unnest(targets), false, 0 FROM params
  UNION
  (
    SELECT e.callee_id, true, (s.label // 8 + 1) * 8 + greatest(s.label % 8, e.rank)
    FROM step s, edges e, params p
    WHERE e.caller_id = s.id AND s.label < p.depth * 8
    UNION ALL
    SELECT o.method_id, s.called, s.label // 8 * 8 + greatest(s.label % 8, o.rank)
    FROM step s, stands_in o, params p
    WHERE o.overridden_id = s.id AND p.dispatch
  )
)
SELECT id, called, min(label) // 8 AS depth, min(label) % 8 AS rank
FROM step
GROUP BY id, called;
