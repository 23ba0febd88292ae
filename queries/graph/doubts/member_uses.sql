-- member_uses: fields and methods that a target, a type, has of its own or from others are used where
-- nothing names it. What those others do with what is theirs is none, unless it names the target.
--
-- value_uses: what may hold or give a value of it is used where nothing names it: members of what names
-- the target, if they do, those that hold such a type, and such a type itself.
--
-- Of a type that nothing names there are no values.
WITH RECURSIVE own(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT s.of_type_id FROM own o JOIN (FROM own_steps UNION ALL FROM shared_fields) s ON s.type_id = o.type_id
),
naming AS (
  SELECT symbol_id AS type_id, kind FROM nodes WHERE kind IN ('type', 'type_alias', 'struct', 'interface') AND depth = 1
),
used AS (
  SELECT m.symbol_id, true AS is_member, o.type_id IN (SELECT id FROM seeds) AS is_own
  FROM own o
  JOIN symbols m ON m.container_id = o.type_id AND m.kind IN ('field', 'method', 'interface_method')
  UNION ALL
  SELECT m.member_id, false, true
  FROM members m
  JOIN naming n ON n.type_id = m.type_id
  WHERE m.member_id IS NOT NULL AND EXISTS (SELECT 1 FROM seeds t JOIN nodes a ON a.symbol_id = t.id WHERE contains(m.type_expr, a.name))
  UNION ALL
  SELECT m.member_id, false, true
  FROM members m
  WHERE m.member_id IS NOT NULL AND m.member_type_id IN (SELECT id FROM seeds UNION ALL SELECT type_id FROM naming WHERE kind IN ('type', 'type_alias'))
  UNION ALL
  SELECT type_id, false, true FROM naming WHERE kind IN ('type', 'type_alias')
)
SELECT count(DISTINCT r.enclosing_id) FILTER (u.is_member AND (u.is_own OR coalesce(e.container_id, 0) NOT IN (SELECT type_id FROM own))) AS member_uses,
  count(DISTINCT r.enclosing_id) FILTER (NOT u.is_member) AS value_uses
FROM used u
JOIN refs r ON r.symbol_id = u.symbol_id
JOIN symbols e ON e.symbol_id = r.enclosing_id
WHERE r.enclosing_id NOT IN (SELECT id FROM seeds) AND r.enclosing_id NOT IN (SELECT symbol_id FROM nodes) AND EXISTS (SELECT 1 FROM nodes WHERE depth IS NOT NULL);
