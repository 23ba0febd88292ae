-- The interfaces that are targets or that targets are methods of, with what they embed.
WITH RECURSIVE target(id) AS (
  SELECT CASE t.kind WHEN 'interface' THEN t.id ELSE s.container_id END
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id AND NOT s.is_external
  WHERE t.kind IN ('interface', 'interface_method')
),
part(target, id) AS (
  SELECT id, id FROM target WHERE id IS NOT NULL
  UNION
  SELECT p.target, m.member_type_id FROM part p JOIN members m ON m.type_id = p.id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
)
SELECT target, id FROM part;
