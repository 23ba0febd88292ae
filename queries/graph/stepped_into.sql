-- How many steps lead to each callee within two, in an index that was loaded (load.sql).
SELECT i.callee_id, sum(1 + coalesce(j.steps, 0))::BIGINT
FROM (SELECT callee_id, unnest(steps).caller_id AS caller_id FROM listed_into WHERE callee_id IS NOT NULL) i
LEFT JOIN (SELECT callee_id, len(steps) AS steps FROM listed_into) j ON j.callee_id = i.caller_id
GROUP BY i.callee_id;
