-- The symbols that a new method of the target interfaces breaks: the types that implement them, and code that converts a value of another
-- interface. Users do not break, nor do structs that embed the interface, which have the new method too. A type that no code converts to
-- the interface, or to one that embeds it, need not change: its reason is spare. Nor need a struct that has its methods from a type of the
-- repository that it embeds: a new method there is its own. A converted value may have a type without a name. Then its methods tell the
-- type, and where a struct has the method from an interface that it embeds, the value may be either: the reason of such code is perhaps.
DELETE FROM start WHERE why = 'use';

DELETE FROM affected;

CREATE OR REPLACE TEMP TABLE grown AS
WITH RECURSIVE embedding AS MATERIALIZED (
  SELECT type_id, member_type_id AS of_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL
  UNION ALL
  SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'alias'
),
reached(type_id) AS (
  SELECT symbol_id FROM target
  UNION
  SELECT e.type_id FROM reached r JOIN embedding e ON e.of_id = r.type_id
)
SELECT type_id FROM reached;

DELETE FROM start WHERE symbol_id IN (FROM grown);

CREATE OR REPLACE TEMP TABLE converted AS
SELECT c.method_id, c.overridden_id, c.type_id, c.enclosing_id, c.file_id, c.start_line, c.start_column
FROM conversions c
JOIN symbols m ON m.symbol_id = c.overridden_id
WHERE m.container_id IN (
  SELECT type_id FROM grown
  UNION -- the methods of an interface may come from others that it embeds
  SELECT member_type_id FROM members WHERE kind = 'embedded' AND type_id IN (SELECT symbol_id FROM target));

CREATE OR REPLACE TEMP TABLE other AS
SELECT c.enclosing_id, c.method_id, c.overridden_id, c.type_id, c.file_id, c.start_line, c.start_column
FROM converted c
JOIN symbols m ON m.symbol_id = c.method_id AND m.kind = 'interface_method'
WHERE m.container_id NOT IN (FROM grown) AND coalesce(c.type_id, 0) NOT IN (FROM grown)
  AND (c.type_id IS NULL OR c.type_id IN (SELECT type_id FROM types WHERE kind = 'interface'));

INSERT INTO needed
SELECT enclosing_id, method_id, overridden_id, file_id, start_line, start_column FROM other;

UPDATE start SET why = 'spare'
WHERE symbol_id NOT IN (
  SELECT CASE WHEN m.kind = 'method' AND NOT m.is_external THEN coalesce(m.container_id, 0) ELSE coalesce(c.type_id, o.type_id) END
  FROM converted c
  JOIN symbols m ON m.symbol_id = c.method_id
  LEFT JOIN overrides o ON c.type_id IS NULL AND o.method_id = c.method_id AND o.overridden_id = c.overridden_id
  WHERE m.kind = 'method' AND NOT m.is_external OR coalesce(c.type_id, o.type_id) IS NOT NULL);

INSERT INTO start
SELECT n.enclosing_id, 'perhaps'
FROM other n
GROUP BY n.enclosing_id
HAVING bool_and(n.type_id IS NULL AND EXISTS (
  SELECT 1
  FROM overrides o
  JOIN types t ON t.type_id = o.type_id AND t.kind <> 'interface'
  WHERE o.method_id = n.method_id AND o.overridden_id = n.overridden_id));
