-- Some types and the types that they embed, directly or through other types, each at its least depth.
--
-- $1 the ids of the types.
WITH RECURSIVE within(root, type_id, depth) USING KEY (root, type_id) AS (
  SELECT root, root, 0 FROM (SELECT unnest($1::INTEGER[]) AS root)
  UNION
  SELECT w.root, m.member_type_id, min(w.depth + 1)
  FROM within w
  JOIN members m ON m.type_id = w.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
  LEFT JOIN recurring.within seen ON seen.root = w.root AND seen.type_id = m.member_type_id
  WHERE seen.type_id IS NULL
  GROUP BY w.root, m.member_type_id
)
SELECT w.root, w.depth, s.symbol
FROM within w
JOIN symbols s ON s.symbol_id = w.type_id
ORDER BY ALL;
