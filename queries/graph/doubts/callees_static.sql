-- Methods are called that others stand in for, and the walk did not go there. A caller may have a row for each of its calls, or one.
SELECT count(DISTINCT s.callee_id) AS dispatch_not_followed
FROM (SELECT each_step(f.steps) AS s FROM nodes a JOIN steps_from f ON f.caller_id = a.symbol_id WHERE a.asked)
WHERE s.label >= 8 AND s.callee_id IN (SELECT caller_id FROM stand_ins);
