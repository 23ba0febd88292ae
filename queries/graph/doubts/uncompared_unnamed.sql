-- A target, or a method of one, bears the name of a method of an interface that types are
-- not, or not always, compared with: one without a name, a generic one, or a constraint.
WITH RECURSIVE own(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT m.member_type_id FROM own o JOIN members m ON m.type_id = o.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
)
SELECT count(*) AS uncompared_interface
FROM unlike_methods
WHERE name IN (
    SELECT b.name FROM unlike_bearers b JOIN own o ON o.type_id = b.type_id
    UNION ALL
    SELECT b.name FROM unlike_bearers b JOIN seeds t ON t.id = b.symbol_id)
  AND symbol_id NOT IN (SELECT id FROM seeds) AND coalesce(container_id, 0) NOT IN (SELECT id FROM seeds);
