-- The types that are no plain interfaces: generic ones, and constraints, which are
-- interfaces with elements of their own or embedded ones. An embedded interface from outside of which
-- no method is known may be a constraint.
CREATE OR REPLACE TABLE unlike AS
WITH RECURSIVE found(type_id) AS (
  SELECT type_id FROM members
  WHERE kind IN ('type_parameter', 'type_element')
    OR kind = 'embedded' AND (type_expr IN ('comparable', 'cmp.Ordered') OR type_expr LIKE 'constraints.%')
    OR kind = 'embedded' AND type_id IN (SELECT type_id FROM types WHERE kind = 'interface')
      AND member_type_id NOT IN (SELECT type_id FROM types) AND member_type_id NOT IN (SELECT container_id FROM interface_methods WHERE container_id IS NOT NULL)
  UNION
  SELECT m.type_id
  FROM found f
  JOIN (
    SELECT type_id, member_type_id AS of_id FROM members WHERE kind = 'embedded'
    UNION ALL
    SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'alias'
  ) m ON m.of_id = f.type_id
)
SELECT type_id FROM found
WHERE type_id NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias');

-- The methods of the interfaces of the repository that types are not, or not always,
-- compared with: of those, and of interfaces without a name in files without types, in older indexes, and where more than
-- 64 methods of such interfaces bear one name (extract/golang/relations.go, maxAlike).
CREATE OR REPLACE TABLE unlike_methods AS
WITH unnamed AS (
  SELECT symbol_id, name, container_id, file_id
  FROM interface_methods
  WHERE NOT is_external AND coalesce(container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
)
SELECT symbol_id, name, container_id
FROM interface_methods
WHERE NOT is_external AND container_id IN (SELECT i.type_id FROM unlike u JOIN types i ON i.type_id = u.type_id AND i.kind = 'interface')
UNION ALL
SELECT symbol_id, name, container_id
FROM unnamed
WHERE NOT compares_unnamed() OR file_id IN (SELECT file_id FROM files WHERE is_untyped)
  OR name IN (SELECT name FROM unnamed GROUP BY name HAVING count(*) > 64);
