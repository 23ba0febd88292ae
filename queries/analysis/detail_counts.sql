-- Who calls a function and what it calls, and what there may be beyond that: calls of it
-- that were matched by name, uses of its value, interface methods that it stands in for,
-- of the repository and from outside, and calls in it of which nobody knows the callee.
--
-- $1 the function's id.
WITH inward AS (
  SELECT count(DISTINCT caller_id) FILTER (evidence <> 'heuristic') AS callers, count(*) FILTER (evidence = 'heuristic') AS guessed
  FROM calls WHERE callee_id = $1
),
outward AS (
  SELECT count(DISTINCT callee_id) FILTER (evidence <> 'heuristic') AS callees, count(*) FILTER (evidence = 'heuristic') AS guessed,
    count(*) FILTER (evidence = 'dynamic') AS dynamic, count(*) FILTER (evidence = 'unresolved') AS unresolved
  FROM calls WHERE caller_id = $1
),
taken AS (
  SELECT count(*) AS uses FROM refs WHERE symbol_id = $1 AND role NOT IN ('call', 'import')
),
stands AS (
  SELECT count(DISTINCT s.symbol_id) FILTER (NOT s.is_external) AS inside, count(DISTINCT s.symbol_id) FILTER (s.is_external) AS outside
  FROM overrides o
  JOIN symbols s ON s.symbol_id = o.overridden_id
  WHERE o.method_id = $1
)
SELECT callers, callees, inward.guessed + outward.guessed, dynamic, unresolved, uses, inside, outside
FROM inward, outward, taken, stands;
