-- The names of types of which a file of another build makes another type, where one of the two is an alias: in that build, signatures
-- are the same that differ in this one.
CREATE OR REPLACE TABLE shifting AS
SELECT DISTINCT s.name, s.module_path
FROM symbols s
JOIN symbols b ON b.symbol = split_part(s.symbol, '#', 1)
WHERE is_outside_build(s.symbol, s.name, s.kind, s.file_path) AND (s.kind = 'type_alias' OR b.kind = 'type_alias')
  AND s.symbol_id NOT IN (SELECT function_id FROM functions);

-- Whether a signature in a package names a type of a package.
CREATE OR REPLACE MACRO names_type(signature, module_path, name, its_module_path) AS
  list_contains(regexp_split_to_array(signature, '[^\pL\pN_]+'), name) AND (module_path = its_module_path OR contains(signature, '.' || name));

-- The names of the methods whose signatures name one of those, or an alias that does.
CREATE OR REPLACE TABLE shifted AS
WITH RECURSIVE named(name, module_path) AS (
  SELECT name, module_path FROM shifting
  UNION
  SELECT t.name, t.module_path
  FROM named n
  JOIN types t ON t.kind = 'type_alias' AND names_type(t.signature, t.module_path, n.name, n.module_path)
)
SELECT DISTINCT m.name
FROM symbols m
JOIN named n ON names_type(m.signature, m.module_path, n.name, n.module_path)
WHERE m.kind IN ('method', 'interface_method') AND NOT m.is_external;

-- The types that are no plain interfaces: generic ones, and constraints, which are
-- interfaces with elements of their own or embedded ones. An embedded interface from outside of which
-- no method is known may be a constraint. And interfaces that types may satisfy in another build alone.
CREATE OR REPLACE TABLE unlike AS
WITH RECURSIVE found(type_id) AS (
  SELECT type_id FROM members
  WHERE kind IN ('type_parameter', 'type_element')
    OR kind = 'embedded' AND (type_expr IN ('comparable', 'cmp.Ordered') OR type_expr LIKE 'constraints.%')
    OR kind = 'embedded' AND type_id IN (SELECT type_id FROM types WHERE kind = 'interface')
      AND member_type_id NOT IN (SELECT type_id FROM types) AND member_type_id NOT IN (SELECT container_id FROM interface_methods WHERE container_id IS NOT NULL)
  UNION
  SELECT container_id
  FROM interface_methods
  WHERE NOT is_external AND name IN (FROM shifted) AND container_id IN (SELECT type_id FROM types WHERE kind = 'interface')
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
-- compared with: of those, and of interfaces without a name in files without types, in older indexes, where more than
-- 64 methods of such interfaces bear one name (extract/golang/relations.go, maxAlike), where another build may have them alike, and, where files without types
-- could instantiate what they constrain, of constraints, whose elements stand in the signature around them.
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
  OR name IN (SELECT name FROM unnamed GROUP BY name HAVING count(*) > 64)
  OR name IN (FROM shifted)
  OR EXISTS (FROM files WHERE is_untyped)
    AND container_id IN (SELECT symbol_id FROM symbols WHERE contains(signature, '~') OR contains(signature, '|'));
