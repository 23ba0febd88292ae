-- What the symbols on a walk are to the targets of an impact: whether they have to change when what names
-- them breaks, or call what stands in for them, and whether they stand in for one or implement it. It is the
-- beginning of impact.sql and of impact_survey.sql.
WITH called_seeds AS (
  SELECT id FROM seeds
  UNION ALL
  SELECT d.id FROM seeds s JOIN dispatched d ON d.method_id = s.id
),
naming AS (
  SELECT s.caller_id AS id
  FROM (SELECT each_step(i.steps) AS s FROM called_seeds t JOIN steps_into i ON i.callee_id = t.id)
  WHERE s.label >= 8 AND s.label & 7 < 3
  UNION
  SELECT id FROM spreading
),
calling AS ( -- the methods that stand in for a target
  SELECT s.caller_id AS id
  FROM (SELECT each_step(i.steps) AS s FROM implementing t JOIN steps_into i ON i.callee_id = t.id)
  WHERE s.label >= 8 AND s.label & 7 < 3
),
told AS (
  SELECT *, id IN (SELECT id FROM implementing) AS implements, id IN (SELECT id FROM naming) AS names, id IN (SELECT id FROM calling) AS calls
  FROM walk
)
