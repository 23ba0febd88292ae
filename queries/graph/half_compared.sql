-- The methods of generic types that an instance may hand to an interface of the repository,
-- and nobody knows: the type has a method of the name of each that the interface declares,
-- and none of its instances that stand in the code implements it. Instances that generic
-- code alone makes, with types that it is given, stand nowhere.
CREATE OR REPLACE TABLE half_compared AS
WITH declared AS (
  SELECT symbol_id, name, container_id AS interface_id
  FROM interface_methods
  WHERE NOT is_external AND container_id IS NOT NULL
),
borne AS (
  SELECT m.container_id AS type_id, m.symbol_id AS method_id, d.interface_id, d.symbol_id AS overridden_id
  FROM symbols m
  JOIN unlike u ON u.type_id = m.container_id
  JOIN declared d ON d.name = m.name
  WHERE m.kind = 'method'
)
SELECT b.type_id, b.method_id, b.interface_id, b.overridden_id
FROM borne b
JOIN (SELECT interface_id, count(*) AS methods FROM declared GROUP BY interface_id) i ON i.interface_id = b.interface_id
ANTI JOIN (SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'implements') r ON r.from_type_id = b.type_id AND r.to_type_id = b.interface_id
QUALIFY count(*) OVER (PARTITION BY b.type_id, b.interface_id) = i.methods;
