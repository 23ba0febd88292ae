-- Calls that nobody resolved, or that were matched by name only, bear the name of a symbol.
SELECT sum(call_count) FILTER (evidence = 'heuristic')::BIGINT AS heuristic_sites,
  sum(call_count) FILTER (evidence = 'unresolved')::BIGINT AS unresolved_sites
FROM uncertain
WHERE name IN (SELECT name FROM nodes WHERE asked);
