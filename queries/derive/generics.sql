-- Tables about types and interfaces that extraction does not compare with all others. The statements after this file read them.

-- embedding: the steps from a type to the types whose methods it has: embedded types and the type of an alias.
CREATE OR REPLACE TABLE derived.embedding AS
SELECT type_id, member_type_id AS of_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL
UNION
SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'alias';

-- abstract: the interface methods. Those that no named interface declares have no interface_id.
CREATE OR REPLACE TABLE derived.abstract AS
SELECT s.symbol_id, s.name, s.is_external, s.is_exported, s.container_id, t.type_id AS interface_id, s.ref_count > 0 AS is_used
FROM symbols s
LEFT JOIN types t ON t.type_id = s.container_id AND t.kind = 'interface'
WHERE s.kind = 'interface_method';

-- uncompared: generic types, and types that embed one. An embedded interface of which no method is known counts as generic.
CREATE OR REPLACE TABLE derived.uncompared AS
WITH RECURSIVE found(type_id) AS (
  SELECT type_id FROM types WHERE is_generic
  UNION
  SELECT type_id FROM members
  WHERE kind = 'embedded' AND type_id IN (SELECT type_id FROM types WHERE kind = 'interface')
      AND member_type_id NOT IN (SELECT type_id FROM types)
      AND member_type_id NOT IN (SELECT container_id FROM derived.abstract WHERE container_id IS NOT NULL)
  UNION
  SELECT e.type_id FROM found f JOIN derived.embedding e ON e.of_id = f.type_id
)
SELECT type_id FROM found
WHERE type_id NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias');

-- uncompared_methods: the methods of such interfaces, and of interfaces without a name: those that extraction noted, and all across
-- indexes.
CREATE OR REPLACE TABLE derived.uncompared_methods AS
SELECT symbol_id, name, interface_id
FROM derived.abstract
WHERE NOT is_external AND interface_id IN (SELECT type_id FROM derived.uncompared)
UNION
SELECT symbol_id, name, NULL
FROM derived.abstract
WHERE NOT is_external AND interface_id IS NULL
  AND (across_indexes() OR symbol_id IN (SELECT symbol_id FROM unknowns WHERE about = 'subtypes' AND reason = 'generic_instance'));

-- generic_methods: the methods of each generic type, embedded ones included. A type is open when it embeds a type whose methods are
-- not all known.
CREATE OR REPLACE TABLE derived.generic_methods AS
WITH RECURSIVE within(type_id, part) AS (
  SELECT type_id, type_id FROM derived.uncompared WHERE type_id NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
  UNION
  SELECT w.type_id, e.of_id FROM within w JOIN derived.embedding e ON e.type_id = w.part
),
open AS (
  SELECT w.type_id
  FROM within w
  JOIN symbols s ON s.symbol_id = w.part
  WHERE s.is_external OR s.kind = 'type_alias' AND w.part NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias')
  UNION
  SELECT w.type_id FROM within w JOIN members m ON m.type_id = w.part AND m.kind = 'embedded' AND m.member_type_id IS NULL
)
SELECT w.type_id, m.symbol_id AS method_id, m.name, w.type_id IN (FROM open) AS is_open
FROM within w
JOIN symbols m ON m.container_id = w.part AND (m.kind = 'method' OR m.kind = 'interface_method' AND w.part <> w.type_id);

-- possible_overrides: the methods of a generic type that an instance may give an interface of the repository. The type has a method of
-- each name that the interface asks for, and no instance in the code implements the interface. Generic code makes instances that no
-- source shows.
CREATE OR REPLACE TABLE derived.possible_overrides AS
WITH RECURSIVE within(interface_id, part) AS (
  SELECT type_id, type_id FROM types WHERE kind = 'interface' AND EXISTS (FROM derived.generic_methods)
  UNION
  SELECT w.interface_id, m.member_type_id
  FROM within w
  JOIN members m ON m.type_id = w.part AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
declared AS (
  SELECT w.interface_id, i.symbol_id, i.name FROM within w JOIN derived.abstract i ON i.container_id = w.part
  UNION ALL -- each method of an interface without a name
  SELECT symbol_id, symbol_id, name
  FROM derived.abstract
  WHERE NOT across_indexes() AND NOT is_external AND interface_id IS NULL AND EXISTS (FROM derived.generic_methods)
),
alike AS (
  SELECT g.type_id, g.method_id, g.name, g.is_open, d.interface_id, d.symbol_id AS overridden_id
  FROM derived.generic_methods g
  JOIN declared d ON d.name = g.name
),
whole AS (
  SELECT a.type_id, a.interface_id
  FROM alike a
  JOIN (SELECT interface_id, count(DISTINCT name) AS methods FROM declared GROUP BY interface_id) d ON d.interface_id = a.interface_id
  ANTI JOIN (SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'implements') r
    ON r.from_type_id = a.type_id AND r.to_type_id = a.interface_id
  GROUP BY a.type_id, a.interface_id, d.methods
  HAVING count(DISTINCT a.name) = d.methods OR bool_or(a.is_open)
)
SELECT DISTINCT a.type_id, a.method_id, a.interface_id, a.overridden_id
FROM alike a
JOIN whole w ON w.type_id = a.type_id AND w.interface_id = a.interface_id
WHERE a.interface_id <> a.overridden_id
  OR NOT EXISTS (FROM overrides o WHERE o.method_id = a.method_id AND o.overridden_id = a.overridden_id);

-- closed: the interfaces that no type from outside can implement. They are sealed, or their signatures have types of the repository.
-- Embedded interfaces count.
CREATE OR REPLACE TABLE derived.closed AS
WITH RECURSIVE found(type_id) AS (
  SELECT type_id FROM types WHERE is_sealed
  UNION
  SELECT r.enclosing_id
  FROM types i
  JOIN refs r ON r.enclosing_id = i.type_id AND r.role = 'type'
  JOIN types own ON own.type_id = r.symbol_id AND own.kind <> 'type_alias'
  ANTI JOIN (SELECT type_id, member_type_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL) e
    ON e.type_id = i.type_id AND e.member_type_id = r.symbol_id
  WHERE i.kind = 'interface'
  UNION
  SELECT m.type_id FROM found f JOIN members m ON m.member_type_id = f.type_id AND m.kind = 'embedded'
)
SELECT DISTINCT type_id FROM found;
