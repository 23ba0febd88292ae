-- A target is a generic type, embeds one, or is a method of one: such types are not always
-- compared with interfaces.
SELECT count(*) AS uncompared_types
FROM seeds t
JOIN symbols s ON s.symbol_id = t.id
WHERE NOT s.is_external AND s.kind NOT IN ('interface', 'interface_method')
  AND CASE WHEN s.kind = 'method' THEN s.container_id ELSE s.symbol_id END IN (SELECT type_id FROM unlike);
