-- A target belongs to the interfaces that types are not, or not always, compared with:
-- those without a name, generic ones, and constraints.
WITH own AS (
  SELECT s.kind, CASE WHEN s.kind = 'interface_method' THEN s.container_id ELSE s.symbol_id END AS type_id
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id
  WHERE NOT s.is_external AND s.kind IN ('interface', 'interface_method')
)
SELECT count(*) AS uncompared_types
FROM own
WHERE type_id IN (SELECT type_id FROM unlike)
  OR kind = 'interface_method' AND coalesce(type_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface');
