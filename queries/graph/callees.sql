-- The functions that the targets reach by calls, each at its smallest depth, with the weakest evidence on the strongest of the shortest
-- ways. A method that calls no function of the repository may be abstract, as one of an interface is: with dynamic dispatch the walk starts at
-- its possible callees too.
--
-- $1 the ids of the targets; $2 the depth; $3 whether to follow dynamic dispatch.
WITH RECURSIVE args AS (
  SELECT unnest($1::INTEGER[]) AS target_id, $2::INTEGER AS depth, $3::BOOLEAN AS dispatch
),
start AS (
  SELECT target_id AS symbol_id, 0 AS rank, depth, dispatch FROM args
  UNION ALL
  SELECT p.method_id, p.evidence_rank, a.depth, a.dispatch
  FROM args a
  JOIN possible_callees p ON p.callee_id = a.target_id
  WHERE a.dispatch AND a.target_id NOT IN (
    SELECT s.caller_id FROM call_steps s JOIN symbols c ON c.symbol_id = s.callee_id AND NOT c.is_external WHERE s.caller_id IN (SELECT target_id FROM args)
  )
),
reached(symbol_id, depth, rank, last, dispatch) USING KEY (symbol_id) AS (
  SELECT s.callee_id, 1, min(greatest(a.rank, s.evidence_rank)), any_value(a.depth), any_value(a.dispatch)
  FROM start a
  JOIN call_steps s ON s.caller_id = a.symbol_id
  WHERE s.direct OR a.dispatch
  GROUP BY s.callee_id
  UNION
  SELECT s.callee_id, min(r.depth) + 1, min(greatest(r.rank, s.evidence_rank)), any_value(r.last), any_value(r.dispatch)
  FROM reached r
  JOIN call_steps s ON s.caller_id = r.symbol_id
  LEFT JOIN recurring.reached seen ON seen.symbol_id = s.callee_id
  WHERE r.depth < r.last AND (s.direct OR r.dispatch) AND seen.symbol_id IS NULL
  GROUP BY s.callee_id
)
SELECT symbol_id, depth, rank FROM reached
