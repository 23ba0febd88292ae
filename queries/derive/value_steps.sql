-- value_steps: the declarations that use a variable or constant, and the variables and constants that use a function. Three rules add
-- steps. A constant may repeat the expression of another one. Variables that one
-- expression initializes all use its parts, but refs has them for the first variable only. References in files without types are guesses.
-- A use of an interface method is a step to its possible callees too.
CREATE OR REPLACE TABLE derived.value_steps AS
WITH used AS MATERIALIZED (
  SELECT r.symbol_id AS used_id, r.enclosing_id AS user_id, min(evidence_rank(r.evidence)) AS rank
  FROM refs r
  JOIN symbols used ON used.symbol_id = r.symbol_id
  JOIN symbols uses ON uses.symbol_id = r.enclosing_id
  WHERE r.role <> 'import' AND r.enclosing_id <> r.symbol_id
    AND (used.kind IN ('variable', 'constant')
      OR uses.kind IN ('variable', 'constant') AND used.kind IN ('function', 'method', 'interface_method'))
  GROUP BY r.symbol_id, r.enclosing_id
),
variable AS (
  SELECT symbol_id, file_id, start_pos FROM symbols WHERE kind = 'variable' AND NOT is_external AND start_pos IS NOT NULL
),
step AS (
  FROM used
  UNION ALL
  SELECT repeats_id, symbol_id, 0 FROM symbols WHERE repeats_id IS NOT NULL
  UNION ALL
  SELECT u.used_id, other.symbol_id, evidence_rank('heuristic')
  FROM used u
  JOIN variable first ON first.symbol_id = u.user_id
  JOIN variable other ON other.file_id = first.file_id AND other.start_pos = first.start_pos AND other.symbol_id <> first.symbol_id
  ANTI JOIN refs own ON own.enclosing_id = other.symbol_id
),
all_step AS (
  SELECT used_id, user_id, rank, true AS direct FROM step
  UNION ALL
  SELECT p.method_id, s.user_id, greatest(s.rank, p.evidence_rank), false
  FROM step s
  JOIN derived.possible_callees p ON p.callee_id = s.used_id
),
strongest AS (
  SELECT used_id, user_id, direct, min(rank)::INTEGER AS rank FROM all_step GROUP BY used_id, user_id, direct
)
SELECT used_id, user_id, rank AS evidence_rank, direct
FROM strongest
QUALIFY direct OR rank < coalesce(min(rank) FILTER (direct) OVER (PARTITION BY used_id, user_id), 100);
