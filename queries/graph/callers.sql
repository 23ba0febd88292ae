-- The functions that reach the targets by calls, each at its smallest depth, with the weakest evidence on the strongest of the shortest ways.
-- The walk starts with the callers of the targets: a recursive function is among its own callers.
--
-- $1 the ids of the targets; $2 the depth; $3 whether to follow dynamic dispatch.
WITH RECURSIVE args AS (
  SELECT unnest($1::INTEGER[]) AS target_id, $2::INTEGER AS depth, $3::BOOLEAN AS dispatch
),
reached(symbol_id, depth, rank, last, dispatch) USING KEY (symbol_id) AS (
  SELECT s.caller_id, 1, min(s.evidence_rank), any_value(a.depth), any_value(a.dispatch)
  FROM args a
  JOIN call_steps s ON s.callee_id = a.target_id
  WHERE s.direct OR a.dispatch
  GROUP BY s.caller_id
  UNION
  SELECT s.caller_id, min(r.depth) + 1, min(greatest(r.rank, s.evidence_rank)), any_value(r.last), any_value(r.dispatch)
  FROM reached r
  JOIN call_steps s ON s.callee_id = r.symbol_id
  LEFT JOIN recurring.reached seen ON seen.symbol_id = s.caller_id
  WHERE r.depth < r.last AND (s.direct OR r.dispatch) AND seen.symbol_id IS NULL
  GROUP BY s.caller_id
)
SELECT symbol_id, depth, rank FROM reached
