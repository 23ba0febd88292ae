-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth, from which the walk
-- did not ask on, has callers that the walk does not hold.
SELECT count(*) AS beyond_depth
FROM (
  SELECT each_step(i.steps) AS s
  FROM walk w
  JOIN steps_into i ON i.callee_id = w.id
  WHERE NOT w.asked
) a
LEFT JOIN walk c ON c.id = a.s.caller_id
WHERE c.called_label IS NULL;
