-- Calls that nobody resolved, or that were matched by name only, bear the name of a symbol.
SELECT count(*) FILTER (evidence = 'heuristic') AS heuristic_sites,
  count(*) FILTER (evidence = 'unresolved') AS unresolved_sites
FROM uncertain
WHERE name IN (SELECT name FROM nodes WHERE asked);
