-- The nodes of a walk as an impact: what each of them is to the targets, and whether
-- it has to change with them. The targets themselves are none.
--
-- $1 whether the change breaks what names a target; $2 the ids of what uses or
-- implements one.
CREATE OR REPLACE TABLE nodes AS
WITH naming AS (
  SELECT s.caller_id AS id FROM seeds t JOIN steps s ON s.callee_id = t.id AND s.label >= 8 AND s.label & 7 < 3
  UNION
  SELECT unnest($2::INTEGER[])
),
kinds AS (
  SELECT n.*,
    CASE WHEN n.is_test THEN 'test'
      WHEN n.symbol_id IN (SELECT id FROM implementing) THEN 'implementation'
      WHEN n.depth = 1 THEN 'direct_caller'
      ELSE 'transitive' END AS impact,
    n.symbol_id IN (SELECT id FROM naming) AND $1::BOOLEAN AS must_update
  FROM nodes n
)
SELECT * EXCLUDE (impact, must_update) REPLACE (
  CASE WHEN symbol_id IN (SELECT id FROM implementing) THEN (SELECT min(s.symbol) FROM seeds t JOIN symbols s ON s.symbol_id = t.id) END AS via,
  CASE WHEN symbol_id NOT IN (SELECT id FROM seeds) THEN depth END AS depth,
  impact || CASE WHEN must_update THEN ' must_update' ELSE ' review_needed' END AS label)
FROM kinds;
