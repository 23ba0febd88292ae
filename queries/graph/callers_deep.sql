-- As callers.sql, for a depth that is not small: a symbol is taken up again only
-- when it is reached at a smaller label.
--
-- $1, $2, $3 and $4 as there.
CREATE OR REPLACE TEMP TABLE walk AS
WITH RECURSIVE reached(id, called, label) USING KEY (id, called) AS (
  (SELECT unnest($1::INTEGER[]), false, 0 UNION ALL SELECT unnest($2::INTEGER[]), true, 8)
  UNION
  SELECT n.id, n.called, min(n.label)
  FROM (
    SELECT s.caller_id AS id, s.length > 0 AS called, (r.label & -8) + s.length + greatest(r.label & 7, s.rank) AS label
    FROM reached r
    JOIN steps s ON s.callee_id = r.id
    WHERE (s.length > 0 AND r.label < $3::INTEGER * 8 OR s.length = 0 AND $4::BOOLEAN)
  ) n
  LEFT JOIN recurring.reached seen ON seen.id = n.id AND seen.called = n.called
  WHERE seen.id IS NULL OR n.label < seen.label
  GROUP BY n.id, n.called
)
SELECT id, min(label) AS label, min(label) FILTER (called) AS called_label
FROM reached
GROUP BY id;
