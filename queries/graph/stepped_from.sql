-- How many steps lead from each caller within two, in an index that was loaded (load.sql).
SELECT i.caller_id, sum(1 + coalesce(j.steps, 0))::BIGINT
FROM (SELECT caller_id, unnest(steps).callee_id AS callee_id FROM listed_from UNION ALL SELECT caller_id, callee_id FROM stand_ins) i
LEFT JOIN (SELECT caller_id, len(steps) AS steps FROM listed_from) j ON j.caller_id = i.callee_id
GROUP BY i.caller_id;
