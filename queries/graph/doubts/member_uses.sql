-- member_uses: fields and methods that a target, a type, has of its own or by embedding are used
-- where nothing names it. What embedded types do with what is theirs is none.
--
-- value_uses: fields hold values of it, or of a type that names it (no struct, which has fields of its
-- own), and are used where nothing names it; or such a type is.
--
-- Of a type that nothing names there are no values.
WITH RECURSIVE own(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT m.member_type_id FROM own o JOIN members m ON m.type_id = o.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
made AS (
  SELECT id AS type_id FROM seeds
  UNION ALL
  SELECT symbol_id FROM nodes WHERE kind = 'type' AND depth = 1
),
used AS (
  SELECT m.symbol_id, true AS is_member
  FROM own o
  JOIN symbols m ON m.container_id = o.type_id AND m.kind IN ('field', 'method', 'interface_method')
  UNION ALL
  SELECT f.member_id, false
  FROM made m
  JOIN members f ON f.member_type_id = m.type_id AND f.kind IN ('field', 'embedded') AND f.member_id IS NOT NULL
  UNION ALL
  SELECT type_id, false FROM made WHERE type_id NOT IN (SELECT id FROM seeds)
)
SELECT count(DISTINCT r.enclosing_id) FILTER (u.is_member AND coalesce(e.container_id, 0) NOT IN (SELECT type_id FROM own WHERE type_id NOT IN (SELECT id FROM seeds))) AS member_uses,
  count(DISTINCT r.enclosing_id) FILTER (NOT u.is_member) AS value_uses
FROM used u
JOIN refs r ON r.symbol_id = u.symbol_id
JOIN symbols e ON e.symbol_id = r.enclosing_id
WHERE r.enclosing_id NOT IN (SELECT id FROM seeds) AND r.enclosing_id NOT IN (SELECT symbol_id FROM nodes) AND EXISTS (SELECT 1 FROM nodes WHERE depth IS NOT NULL);
