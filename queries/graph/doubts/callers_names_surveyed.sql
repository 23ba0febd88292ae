-- As callers_names.sql, of a walk that reached much.
SELECT sum(call_count) FILTER (evidence = 'heuristic')::BIGINT AS heuristic_sites,
  sum(call_count) FILTER (evidence = 'unresolved')::BIGINT AS unresolved_sites
FROM uncertain
WHERE name IN (SELECT b.name FROM namesakes_uncertain b JOIN walk w ON w.id = b.symbol_id WHERE w.asked);
