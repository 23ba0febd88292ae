-- As callers.sql, for a depth that is not small: a symbol is taken up again only
-- when it is reached at a smaller label.
--
-- $1, $2, $3 and $4 as there.
WITH RECURSIVE reached(id, called, label) USING KEY (id, called) AS (
  (SELECT id, label > 0, label FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::INTEGER[]) AS label))
  UNION
  SELECT n.id, n.called, min(n.label)
  FROM (
    SELECT s.caller_id AS id, s.label >= 8 AS called, (r.label & -8) + (s.label & -8) + greatest(r.label & 7, s.label & 7) AS label
    FROM reached r
    JOIN steps s ON s.callee_id = r.id
    WHERE (s.label >= 8 OR $4::BOOLEAN) AND (r.label & -8) + (s.label & -8) <= $3::BIGINT * 8
  ) n
  LEFT JOIN recurring.reached seen ON seen.id = n.id AND seen.called = n.called
  WHERE seen.id IS NULL OR n.label < seen.label
  GROUP BY n.id, n.called
)
SELECT id, min(label) AS label, min(label) FILTER (called) AS called_label, min(label) >> 3 < $3::BIGINT AS asked
FROM reached
GROUP BY id;
