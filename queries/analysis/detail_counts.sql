-- Who calls a function and what it calls, and what there may be beyond that: calls in it that
-- were matched by name, or of which nobody knows the callee, and interface methods of the
-- repository that it stands in for. What else may call it the doubts of callers tell.
--
-- $1 the function's id.
WITH inward AS (
  SELECT count(DISTINCT caller_id) FILTER (evidence <> 'heuristic') AS callers
  FROM calls WHERE callee_id = $1
),
outward AS (
  SELECT count(DISTINCT callee_id) FILTER (evidence <> 'heuristic') AS callees, count(*) FILTER (evidence = 'heuristic') AS guessed,
    count(*) FILTER (evidence = 'dynamic') AS dynamic, count(*) FILTER (evidence = 'unresolved') AS unresolved
  FROM calls WHERE caller_id = $1
),
stands AS (
  SELECT count(DISTINCT s.symbol_id) FILTER (NOT s.is_external) AS inside
  FROM overrides o
  JOIN symbols s ON s.symbol_id = o.overridden_id
  WHERE o.method_id = $1
)
SELECT callers, callees, guessed, dynamic, unresolved, inside
FROM inward, outward, stands;
