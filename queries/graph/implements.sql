-- The interfaces that the targets, types or aliases of such, implement, and the methods that a target method
-- implements or overrides, or that those do. The label is pointer when only the pointer to the type implements the interface, and satisfies for a constraint that has a target as type argument.
INSERT INTO found BY NAME
WITH RECURSIVE named(id, via) AS (
  SELECT symbol_id, symbol FROM target
  UNION
  SELECT r.to_type_id, n.via FROM named n JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
),
overridden(id, via, rank) AS (
  SELECT o.overridden_id, t.symbol, evidence_rank(o.evidence)
  FROM target t
  JOIN overrides o ON o.method_id = t.symbol_id
  UNION
  SELECT o.overridden_id, v.via, greatest(v.rank, evidence_rank(o.evidence))
  FROM overridden v
  JOIN symbols s ON s.symbol_id = v.id AND s.kind = 'method'
  JOIN overrides o ON o.method_id = v.id
),
related AS MATERIALIZED (
  SELECT r.to_type_id AS id, n.via, evidence_rank(r.evidence) AS rank, CASE WHEN r.via_pointer THEN 'pointer' WHEN r.relation = 'satisfies' THEN 'satisfies' END AS label
  FROM named n
  JOIN type_relations r ON r.from_type_id = n.id AND r.relation IN ('implements', 'extends', 'satisfies')
  UNION ALL
  SELECT id, via, min(rank), NULL
  FROM overridden
  GROUP BY ALL
)
SELECT 1 AS depth, r.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path, r.via, r.label
FROM related r
JOIN symbols s ON s.symbol_id = r.id;
