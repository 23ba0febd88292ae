-- How many calls lead to each callee within two, in an index that was loaded (load.sql).
SELECT i.callee_id, (any_value(i.calls) + coalesce(sum(j.calls), 0))::BIGINT
FROM (SELECT callee_id, coalesce(calls, 1) AS calls, unnest(steps).caller_id AS caller_id FROM listed_into WHERE callee_id IS NOT NULL) i
LEFT JOIN listed_into j ON j.callee_id = i.caller_id
GROUP BY i.callee_id;
