-- value_taken: there are more references to functions, which callers_symbols.sql counts,
-- than calls of them. ../uses.sql finds those that are no calls, for which all references are
-- read; this reads none.
--
-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth, from which the walk
-- did not ask on, has callers that the walk does not hold.
SELECT -sum(calls) AS value_taken, count(*) FILTER (is_beyond) AS beyond_depth
FROM (
  SELECT i.calls, false AS is_beyond
  FROM (
    SELECT id FROM walk WHERE asked AND NOT is_dispatched(id)
    UNION ALL
    SELECT d.id FROM walk w JOIN dispatched d ON d.method_id = w.id WHERE w.asked
  ) w
  JOIN steps_into i ON i.callee_id = w.id
  UNION ALL
  SELECT 0, c.called_label IS NULL
  FROM (
    SELECT each_step(i.steps) AS s
    FROM walk w
    JOIN steps_into i ON i.callee_id = w.id
    WHERE NOT w.asked
  ) a
  LEFT JOIN walk c ON c.id = a.s.caller_id
  WHERE a.s.label >= 8
);
