-- A symbol holds calls of function values, or calls that nobody resolved or that
-- were matched by name only.
SELECT count(*) FILTER (c.evidence = 'dynamic') AS dynamic_calls,
  count(*) FILTER (c.evidence = 'heuristic') AS heuristic_sites,
  count(*) FILTER (c.evidence = 'unresolved') AS unresolved_sites
FROM calls c
JOIN nodes a ON a.symbol_id = c.caller_id AND a.asked
WHERE c.evidence IN ('dynamic', 'heuristic', 'unresolved');
