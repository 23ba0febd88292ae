-- The symbols on a walk as an impact: what each of them is to the targets, whether it has to
-- change with them when what names them breaks, or follows what stands in for them, by calling
-- it, and whether it stands in for one or implements it. The targets themselves, whose label is 0, are no results.
--
-- DESIGN: see nodes.sql. It binds nothing, so that it is planned once over files.
WITH naming AS (
  SELECT s.caller_id AS id
  FROM (SELECT each_step(i.steps) AS s FROM seeds t JOIN steps_into i ON i.callee_id = t.id)
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
SELECT CASE WHEN w.label > 0 THEN w.called_label >> 3 END AS depth, w.called_label & 7 AS rank, w.label >> 3 AS nearest, w.asked,
  s.symbol_id, s.symbol, s.name, s.kind, s.is_external, s.is_exported, s.is_test, s.file_id, s.file_path, s.ref_count,
  CASE WHEN w.implements THEN 'implementation'
    WHEN s.is_test THEN 'test'
    WHEN w.called_label >> 3 = 1 THEN 'direct_caller'
    ELSE 'transitive' END
  || CASE WHEN w.names THEN ' must_update' WHEN w.calls THEN ' follows' ELSE ' review_needed' END
  || CASE WHEN w.implements THEN ' implementing' ELSE '' END AS label
FROM told w
JOIN symbols s ON s.symbol_id = w.id;
