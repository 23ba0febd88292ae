-- dynamic_calls, unresolved_sites, heuristic_sites: a symbol holds calls of function values, or
-- calls that nobody resolved or that were matched by name only.
SELECT
  sum(u.call_count) FILTER (u.evidence = 'dynamic')::BIGINT AS dynamic_calls,
  sum(u.call_count) FILTER (u.evidence = 'heuristic')::BIGINT AS heuristic_sites,
  sum(u.call_count) FILTER (u.evidence = 'unresolved')::BIGINT AS unresolved_sites
FROM nodes n
JOIN uncertain_within u ON u.caller_id = n.symbol_id
WHERE n.asked;
