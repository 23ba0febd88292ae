-- As callees.sql, for a depth that is not small: see callers_deep.sql.
--
-- $1 to $6 as there.
WITH RECURSIVE reached(id, called, label, least) USING KEY (id, called) AS (
  (SELECT id, label > 0, (label - $3::BIGINT * 8)::INTEGER, $4::BIGINT FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::INTEGER[]) AS label))
  UNION
  SELECT n.id, n.called, min(n.label), any_value(n.least)
  FROM (
    SELECT s.callee_id AS id, called OR s.label >= 8 AS called, (label & -8) + (s.label & -8) + greatest(label & 7, s.label & 7) AS label, least
    FROM (
      SELECT r.label, r.called, r.least, each_step(i.steps) AS s
      FROM reached r
      JOIN steps_from i ON i.caller_id = r.id
    )
    WHERE s.label >= least AND (label & -8) + (s.label & -8) <= 0
  ) n
  LEFT JOIN recurring.reached seen ON seen.id = n.id AND seen.called = n.called
  WHERE seen.id IS NULL OR n.label < seen.label
  GROUP BY n.id, n.called
)
SELECT id, min(label) + $5::BIGINT * 8 AS label, min(label) FILTER (called) + $6::BIGINT * 8 AS called_label, min(label) < 0 AS asked
FROM reached
GROUP BY id;
