-- What symbols are to the targets of an impact, beside who calls them, as bits of one number: 1 for what stands
-- in for a target or implements it, 2 for what names one and has to change when that breaks, and 4 for what calls
-- something that stands in for one.
--
-- DESIGN: it needs nothing of the walk, and is asked beside it. Sought for each symbol on the walk, in one statement
-- with their names, it took 1 ms longer than to name them.
WITH called_seeds AS (
  SELECT id FROM seeds
  UNION ALL
  SELECT d.id FROM seeds s JOIN dispatched d ON d.method_id = s.id
)
SELECT id, bit_or(says) AS says
FROM (
  SELECT id, 1::TINYINT AS says FROM implementing
  UNION ALL
  SELECT id, 2::TINYINT FROM spreading
  UNION ALL
  SELECT s.caller_id, 2::TINYINT
  FROM (SELECT each_step(i.steps) AS s FROM called_seeds t JOIN steps_into i ON i.callee_id = t.id)
  WHERE s.label >= 8 AND s.label & 7 < 3
  UNION ALL
  SELECT s.caller_id, 4::TINYINT
  FROM (SELECT each_step(i.steps) AS s FROM implementing t JOIN steps_into i ON i.callee_id = t.id)
  WHERE s.label >= 8 AND s.label & 7 < 3
)
GROUP BY id;
