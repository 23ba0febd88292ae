-- A target, or a method of one, bears the name of a method of an interface that types are
-- not, or not always, compared with: one without a name, a generic one, or a constraint.
WITH RECURSIVE own(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT m.member_type_id FROM own o JOIN members m ON m.type_id = o.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
)
SELECT count(*) AS uncompared_interface
FROM symbols i
WHERE i.kind = 'interface_method' AND NOT i.is_external
  AND coalesce(i.container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface' AND type_id NOT IN (SELECT type_id FROM unlike))
  AND i.name IN (
    SELECT s.name FROM symbols s JOIN own o ON o.type_id = s.container_id WHERE s.kind = 'method'
    UNION ALL
    SELECT s.name FROM symbols s JOIN seeds t ON t.id = s.symbol_id WHERE s.kind IN ('method', 'interface_method'))
  AND i.symbol_id NOT IN (SELECT id FROM seeds);
