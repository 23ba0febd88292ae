-- The symbols on a walk as an impact: what each of them is to the targets, and whether
-- it has to change with them. The targets themselves, whose label is 0, are no results.
--
-- $1 whether the change breaks what names a target; $2 the ids of what uses or
-- implements one; $3 the first of the targets.
--
-- DESIGN: see nodes.sql.
WITH naming AS (
  SELECT s.caller_id AS id FROM seeds t JOIN steps s ON s.callee_id = t.id AND s.label >= 8 AND s.label & 7 < 3
  UNION
  SELECT unnest($2::INTEGER[])
)
SELECT CASE WHEN w.label > 0 THEN w.called_label >> 3 END AS depth, w.called_label & 7 AS rank, w.label >> 3 AS nearest, w.asked,
  s.symbol_id, s.symbol, s.name, s.kind, s.is_external, s.is_exported, s.is_test, s.file_id, s.file_path, s.ref_count,
  CASE WHEN s.symbol_id IN (SELECT id FROM implementing) THEN $3::VARCHAR END AS via,
  CASE WHEN s.is_test THEN 'test'
    WHEN s.symbol_id IN (SELECT id FROM implementing) THEN 'implementation'
    WHEN w.called_label >> 3 = 1 THEN 'direct_caller'
    ELSE 'transitive' END
  || CASE WHEN s.symbol_id IN (SELECT id FROM naming) AND $1::BOOLEAN THEN ' must_update' ELSE ' review_needed' END AS label
FROM walk w
JOIN symbols s ON s.symbol_id = w.id;
