-- The symbols that a change of the targets may affect: callers of the targets, other symbols at depth 1, and from there callers,
-- declarations that use a variable or constant, and variables and constants that use a function.
--
-- $1 the ids of the targets; $2 the depth; $3 whether to follow dynamic dispatch; $4 the ids of the other symbols at depth 1.
WITH RECURSIVE args AS (
  SELECT unnest($1::INTEGER[]) AS target_id, $2::INTEGER AS depth, $3::BOOLEAN AS dispatch
),
step AS (
  SELECT callee_id AS to_id, caller_id AS from_id, evidence_rank, direct FROM call_steps
  UNION ALL
  SELECT used_id, user_id, evidence_rank, direct FROM value_steps
),
start AS (
  SELECT s.from_id AS symbol_id, s.evidence_rank AS rank FROM args a JOIN step s ON s.to_id = a.target_id WHERE s.direct OR a.dispatch
  UNION ALL
  SELECT id, 0 FROM (SELECT unnest($4::INTEGER[]) AS id) WHERE id > 0
),
reached(symbol_id, depth, rank, last, dispatch) USING KEY (symbol_id) AS (
  SELECT symbol_id, 1, min(rank), $2::INTEGER, $3::BOOLEAN FROM start GROUP BY symbol_id
  UNION
  SELECT s.from_id, min(r.depth) + 1, min(greatest(r.rank, s.evidence_rank)), any_value(r.last), any_value(r.dispatch)
  FROM reached r
  JOIN step s ON s.to_id = r.symbol_id
  LEFT JOIN recurring.reached seen ON seen.symbol_id = s.from_id
  WHERE r.depth < r.last AND (s.direct OR r.dispatch) AND seen.symbol_id IS NULL
  GROUP BY s.from_id
)
SELECT symbol_id, depth, rank FROM reached
