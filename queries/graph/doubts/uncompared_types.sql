-- A target belongs to the interfaces that types are not, or not always, compared
-- with: those without a name, generic ones, and constraints; or it is a generic type.
WITH RECURSIVE unlike(type_id) AS (
  SELECT type_id FROM members
  WHERE kind IN ('type_parameter', 'type_element')
    OR kind = 'embedded' AND (type_expr IN ('comparable', 'cmp.Ordered') OR type_expr LIKE 'constraints.%')
  UNION
  SELECT m.type_id FROM members m JOIN unlike u ON u.type_id = m.member_type_id AND m.kind = 'embedded'
),
own AS (
  SELECT s.kind, s.is_external, CASE WHEN s.kind IN ('method', 'interface_method') THEN s.container_id ELSE s.symbol_id END AS type_id
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id
)
SELECT count(*) AS uncompared_types
FROM own
WHERE NOT is_external
  AND (type_id IN (SELECT type_id FROM unlike)
    OR kind = 'interface_method' AND coalesce(type_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface'));
