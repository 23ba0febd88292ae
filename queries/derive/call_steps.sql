-- call_steps: each caller of a symbol, by a call that names the symbol or by dynamic dispatch. A call through an interface that has the
-- method from another one can run only the methods that dispatches lists for it.
CREATE OR REPLACE TABLE derived.call_steps AS
WITH pair AS MATERIALIZED (
  SELECT callee_id, caller_id, dispatch_id, min(evidence_rank(evidence)) AS rank
  FROM calls
  WHERE callee_id IS NOT NULL
  GROUP BY callee_id, caller_id, dispatch_id
),
narrow AS MATERIALIZED (
  SELECT dispatch_id, method_id, evidence_rank('interface') AS rank FROM dispatches WHERE method_id IS NOT NULL
  UNION ALL
  SELECT d.dispatch_id, p.method_id, p.evidence_rank
  FROM dispatches d
  JOIN derived.possible_callees p ON p.callee_id = d.method_id
),
step AS (
  SELECT callee_id, caller_id, rank, true AS direct FROM pair
  UNION ALL
  SELECT p.method_id, c.caller_id, greatest(c.rank, p.evidence_rank), false
  FROM pair c
  JOIN derived.possible_callees p ON p.callee_id = c.callee_id
  WHERE c.dispatch_id IS NULL
  UNION ALL
  SELECT n.method_id, c.caller_id, greatest(c.rank, n.rank), false
  FROM pair c
  JOIN narrow n ON n.dispatch_id = c.dispatch_id
),
strongest AS (
  SELECT callee_id, caller_id, direct, min(rank) AS rank FROM step GROUP BY callee_id, caller_id, direct
)
SELECT callee_id, caller_id, rank AS evidence_rank, direct
FROM strongest
QUALIFY direct OR rank < coalesce(min(rank) FILTER (direct) OVER (PARTITION BY callee_id, caller_id), 100);
