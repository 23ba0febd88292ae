-- The definitions of types of one index ($1) and of the types in their fields: the type, the type in it, its kind, whether no outside type
-- can implement it, its declaration, and of each of its parts the text and the named type. Parts in other types than structs do not matter.
WITH RECURSIVE reach(root, type_id, depth) AS (
  SELECT t.id, t.id, 0 FROM (SELECT unnest($1::INTEGER[]) AS id) t
  UNION
  SELECT r.root, m.member_type_id, r.depth + 1
  FROM reach r
  JOIN side.members m ON m.type_id = r.type_id AND m.kind IN ('embedded', 'field') AND m.member_type_id IS NOT NULL
  WHERE r.depth < 6
)
SELECT DISTINCT r.root, r.type_id, r.depth, t.kind, t.is_sealed, t.signature, coalesce(m.kind, ''), coalesce(m.name, ''), coalesce(m.type_expr, ''), coalesce(m.member_type_id, 0),
  coalesce(m.ordinal, 0)
FROM reach r
JOIN side.types t ON t.type_id = r.type_id
LEFT JOIN side.members m ON m.type_id = r.type_id
ORDER BY ALL;
