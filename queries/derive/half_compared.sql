-- The methods of generic types, what is embedded included. The tables are made one by one, so
-- that DuckDB knows when there are no such types, and reads nothing.
CREATE OR REPLACE TABLE generic_parts AS
WITH RECURSIVE within(type_id, part) AS (
  SELECT type_id, type_id FROM unlike WHERE type_id NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
  UNION
  SELECT w.type_id, m.of_id
  FROM within w
  JOIN (
    SELECT type_id, member_type_id AS of_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL
    UNION ALL
    SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'alias'
  ) m ON m.type_id = w.part
)
SELECT type_id, part FROM within;

CREATE OR REPLACE TABLE generic_methods AS
SELECT g.type_id, m.symbol_id, m.name
FROM generic_parts g
JOIN symbols m ON m.container_id = g.part AND (m.kind = 'method' OR m.kind = 'interface_method' AND g.part <> g.type_id);

-- Those of which not all methods are known, because they embed what is from outside or without a name.
CREATE OR REPLACE TABLE generic_open AS
SELECT g.type_id
FROM generic_parts g
JOIN symbols s ON s.symbol_id = g.part
WHERE s.is_external OR s.kind = 'type_alias' AND g.part NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias')
UNION
SELECT g.type_id
FROM generic_parts g
JOIN members m ON m.type_id = g.part AND m.kind = 'embedded' AND m.member_type_id IS NULL;

-- Those of them that an instance may hand to an interface of the repository, and nobody
-- knows: the type has, or may have, a method of the name of each that the interface has, and none of its
-- instances that stand in the code implements it. Instances that generic code alone makes,
-- with types that it is given, stand nowhere.
CREATE OR REPLACE TABLE half_compared AS
WITH RECURSIVE within(interface_id, part) AS (
  SELECT type_id, type_id FROM types WHERE kind = 'interface' AND EXISTS (FROM generic_methods)
  UNION
  SELECT w.interface_id, m.member_type_id
  FROM within w
  JOIN members m ON m.type_id = w.part AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
declared AS (
  SELECT w.interface_id, i.symbol_id, i.name
  FROM within w
  JOIN interface_methods i ON i.container_id = w.part
  UNION ALL -- each method of one without a name by itself
  SELECT symbol_id, symbol_id, name
  FROM interface_methods
  WHERE compares_unnamed() AND NOT is_external AND EXISTS (FROM generic_methods)
    AND coalesce(container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
),
borne AS (
  SELECT g.type_id, g.symbol_id AS method_id, g.name, d.interface_id, d.symbol_id AS overridden_id
  FROM generic_methods g
  JOIN declared d ON d.name = g.name
),
whole AS (
  SELECT b.type_id, b.interface_id
  FROM borne b
  JOIN (SELECT interface_id, count(DISTINCT name) AS methods FROM declared GROUP BY interface_id) d ON d.interface_id = b.interface_id
  ANTI JOIN (SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'implements') r ON r.from_type_id = b.type_id AND r.to_type_id = b.interface_id
  GROUP BY b.type_id, b.interface_id, d.methods
  HAVING count(DISTINCT b.name) = d.methods OR b.type_id IN (SELECT type_id FROM generic_open)
)
SELECT DISTINCT b.type_id, b.method_id, b.interface_id, b.overridden_id
FROM borne b
JOIN whole w ON w.type_id = b.type_id AND w.interface_id = b.interface_id
WHERE b.interface_id <> b.overridden_id OR NOT EXISTS (FROM overrides o WHERE o.method_id = b.method_id AND o.overridden_id = b.overridden_id);
