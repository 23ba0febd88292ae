-- How many calls lead to each callee within two, in an index that was loaded (load.sql).
SELECT i.callee_id, (max(i.calls) + coalesce(sum(j.calls), 0))::BIGINT
FROM (SELECT callee_id, len(steps) AS calls, unnest(steps).caller_id AS caller_id FROM listed_into UNION ALL SELECT callee_id, 1, caller_id FROM stand_ins) i
LEFT JOIN (SELECT callee_id, len(steps) AS calls FROM listed_into) j ON j.callee_id = i.caller_id
GROUP BY i.callee_id;
