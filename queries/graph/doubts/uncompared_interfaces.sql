-- A target, or what it is another name of, belongs to the interfaces that types are not, or
-- not always, compared with: those without a name, generic ones, and constraints.
WITH RECURSIVE named(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT r.to_type_id FROM named n JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
),
own AS (
  SELECT s.symbol_id, s.kind, CASE WHEN s.kind = 'interface_method' THEN s.container_id ELSE s.symbol_id END AS type_id
  FROM named t
  JOIN symbols s ON s.symbol_id = t.id
  WHERE NOT s.is_external AND s.kind IN ('interface', 'interface_method', 'type_alias')
)
SELECT count(*) AS uncompared_types
FROM own
WHERE type_id IN (SELECT type_id FROM unlike)
  OR kind = 'interface_method' AND coalesce(type_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
  OR kind = 'type_alias' AND symbol_id NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias');
