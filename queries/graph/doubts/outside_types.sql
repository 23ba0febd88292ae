-- Types from outside may satisfy a target, or the interface that it is a method of, and where values of
-- them are used as such is not in the index. They can't where a method is not exported, or has
-- types of the repository in its signature, be it one of an embedded interface.
WITH RECURSIVE target(id) AS (
  SELECT CASE t.kind WHEN 'interface' THEN t.id ELSE s.container_id END
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id AND NOT s.is_external
  WHERE t.kind IN ('interface', 'interface_method')
),
part(target, id) AS (
  SELECT id, id FROM target
  UNION
  SELECT p.target, m.member_type_id FROM part p JOIN members m ON m.type_id = p.id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
named AS (
  SELECT p.target
  FROM part p
  JOIN refs r ON r.enclosing_id = p.id AND r.role = 'type'
  JOIN symbols own ON own.symbol_id = r.symbol_id AND NOT own.is_external AND own.kind <> 'type_alias'
  ANTI JOIN (SELECT type_id, member_type_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL) e ON e.type_id = p.id AND e.member_type_id = r.symbol_id
)
SELECT count(*) AS outside_types
FROM target
WHERE id NOT IN (SELECT target FROM named)
  AND id NOT IN (SELECT p.target FROM part p JOIN members m ON m.type_id = p.id AND m.kind = 'interface_method' AND NOT m.is_exported);
