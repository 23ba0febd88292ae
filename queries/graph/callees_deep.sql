-- As callees.sql, for a depth that is not small: a symbol is taken up again only
-- when it is reached at a smaller depth, or at the same one on better evidence.
--
-- $1 the targets' ids; $2 the depth; $3 whether to follow dispatch.
CREATE OR REPLACE TEMP TABLE walk AS
WITH RECURSIVE params AS (
  SELECT $1::INTEGER[] AS targets, $2::INTEGER AS depth, $3::BOOLEAN AS dispatch
),
step(id, called, label) USING KEY (id, called) AS (
  SELECT unnest(targets), false, 0 FROM params
  UNION
  SELECT n.id, n.called, min(n.label)
  FROM (
    SELECT e.callee_id AS id, true AS called, (s.label // 8 + 1) * 8 + greatest(s.label % 8, e.rank) AS label
    FROM step s, edges e, params p
    WHERE e.caller_id = s.id AND s.label < p.depth * 8
    UNION ALL
    SELECT o.method_id, s.called, s.label // 8 * 8 + greatest(s.label % 8, o.rank)
    FROM step s, stands_in o, params p
    WHERE o.overridden_id = s.id AND p.dispatch
  ) n
  LEFT JOIN recurring.step seen ON seen.id = n.id AND seen.called = n.called
  WHERE seen.id IS NULL OR n.label < seen.label
  GROUP BY n.id, n.called
)
SELECT id, called, label // 8 AS depth, label % 8 AS rank
FROM step;
