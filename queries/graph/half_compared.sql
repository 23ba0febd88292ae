-- The methods of generic types that an instance may hand to an interface of the repository,
-- and nobody knows: the type has a method of the name of each that the interface has, what
-- is embedded included, and none of its instances that stand in the code implements it.
-- Instances that generic code alone makes, with types that it is given, stand nowhere.
CREATE OR REPLACE TABLE half_compared AS
WITH RECURSIVE within(whole, part) AS (
  SELECT type_id, type_id FROM types WHERE kind = 'interface'
  UNION
  SELECT type_id, type_id FROM unlike
  UNION
  SELECT w.whole, m.member_type_id
  FROM within w
  JOIN members m ON m.type_id = w.part AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
declared AS (
  SELECT w.whole AS interface_id, i.symbol_id, i.name
  FROM interface_methods i
  JOIN within w ON w.part = i.container_id
  JOIN types t ON t.type_id = w.whole AND t.kind = 'interface'
),
borne AS (
  SELECT u.type_id, m.symbol_id AS method_id, m.name, d.interface_id, d.symbol_id AS overridden_id
  FROM unlike u
  JOIN within w ON w.whole = u.type_id
  JOIN symbols m ON m.container_id = w.part AND m.kind = 'method'
  JOIN declared d ON d.name = m.name
),
whole AS (
  SELECT b.type_id, b.interface_id
  FROM borne b
  JOIN (SELECT interface_id, count(DISTINCT name) AS methods FROM declared GROUP BY interface_id) d ON d.interface_id = b.interface_id
  ANTI JOIN (SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'implements') r ON r.from_type_id = b.type_id AND r.to_type_id = b.interface_id
  GROUP BY b.type_id, b.interface_id, d.methods
  HAVING count(DISTINCT b.name) = d.methods
)
SELECT b.type_id, b.method_id, b.interface_id, b.overridden_id
FROM borne b
JOIN whole w ON w.type_id = b.type_id AND w.interface_id = b.interface_id;
