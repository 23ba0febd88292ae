-- As uncompared_unnamed.sql of the methods of the targets, and of what they embed.
WITH RECURSIVE own(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT m.member_type_id FROM own o JOIN members m ON m.type_id = o.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
)
SELECT count(*) AS uncompared_interface
FROM unlike_methods
WHERE name IN (SELECT b.name FROM unlike_bearers b JOIN own o ON o.type_id = b.container_id)
  AND symbol_id NOT IN (SELECT id FROM seeds);
