-- The symbols that a new method of the target interfaces breaks: the types that implement them, and code that converts a value of another
-- interface. Users do not break, nor do structs that embed the interface, which have the new method too. A type that no code converts to
-- the interface, or to one that embeds it, need not change: its reason is spare. Nor need a struct that has its methods from a type of the
-- repository that it embeds: a new method there is its own. Where a struct has the converted method from an interface that
-- it embeds, the value may be the struct or the interface: the reason of such code is perhaps.
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
SELECT c.method_id, c.overridden_id, c.enclosing_id, c.file_id, c.start_line, c.start_column
FROM conversions c
JOIN symbols m ON m.symbol_id = c.overridden_id
WHERE m.container_id IN (
  SELECT type_id FROM grown
  UNION -- the methods of an interface may come from others that it embeds
  SELECT member_type_id FROM members WHERE kind = 'embedded' AND type_id IN (SELECT symbol_id FROM target));

INSERT INTO needed
SELECT c.enclosing_id, c.method_id, c.overridden_id, c.file_id, c.start_line, c.start_column
FROM converted c
JOIN symbols m ON m.symbol_id = c.method_id AND m.kind = 'interface_method'
WHERE m.container_id NOT IN (FROM grown);

UPDATE start SET why = 'spare'
WHERE symbol_id NOT IN (
  SELECT o.type_id
  FROM converted c
  JOIN overrides o ON o.method_id = c.method_id AND o.overridden_id = c.overridden_id
  JOIN symbols m ON m.symbol_id = c.method_id
  WHERE m.kind <> 'method' OR m.is_external OR m.container_id = o.type_id);

INSERT INTO start
SELECT symbol_id, 'perhaps'
FROM needed n
GROUP BY symbol_id
HAVING bool_and(EXISTS (
  SELECT 1
  FROM overrides o
  JOIN types t ON t.type_id = o.type_id AND t.kind <> 'interface'
  WHERE o.method_id = n.method_id AND o.overridden_id = n.overridden_id));
