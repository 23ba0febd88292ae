-- As callers_names.sql, of a walk that reached much.
SELECT count(*) FILTER (evidence = 'heuristic') AS heuristic_sites,
  count(*) FILTER (evidence = 'unresolved') AS unresolved_sites
FROM uncertain
WHERE name IN (SELECT b.name FROM namesakes_uncertain b JOIN walk w ON w.id = b.symbol_id WHERE w.asked);
