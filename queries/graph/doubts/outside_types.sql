-- Types from outside may satisfy a target, or the interface that it is a method of, and where values of
-- them are used as such is not in the index. They can't where that or one that it embeds is closed to
-- them.
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
SELECT count(DISTINCT target) AS outside_types
FROM part
WHERE target NOT IN (SELECT target FROM part WHERE id IN (SELECT type_id FROM closed));
