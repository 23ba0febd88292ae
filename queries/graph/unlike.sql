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
  SELECT m.type_id FROM members m JOIN found f ON f.type_id = m.member_type_id AND m.kind = 'embedded'
)
SELECT type_id FROM found;

-- The methods of the interfaces of the repository that types are not, or not always,
-- compared with: of those, and of interfaces without a name in files without types and in older indexes.
CREATE OR REPLACE TABLE unlike_methods AS
SELECT symbol_id, name, container_id
FROM interface_methods
WHERE NOT is_external
  AND coalesce(container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface' AND type_id NOT IN (SELECT type_id FROM unlike))
  AND (NOT compares_unnamed() OR container_id IN (SELECT type_id FROM unlike) OR file_id IN (SELECT file_id FROM files WHERE is_untyped));
