-- The interfaces that the targets implement, and the methods that they stand in for,
-- directly or through others. The label says that only the pointer to a type
-- implements an interface.
--
-- DESIGN: see implementations.sql. An interface method can be a target, and what its interface
-- satisfies counts for that alone: see concrete_overrides.sql.
WITH RECURSIVE named(id, target) AS (
  SELECT id, id FROM seeds
  UNION
  SELECT r.to_type_id, n.target
  FROM named n
  JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
),
satisfied(id, target, rank) AS (
  (
    SELECT id, id, 0 FROM seeds
    UNION
    SELECT o.overridden_id, t.id, evidence_rank(o.evidence) FROM seeds t JOIN overrides o ON o.method_id = t.id
  )
  UNION
  SELECT o.overridden_id, s.target, greatest(s.rank, o.rank)
  FROM satisfied s
  JOIN concrete_overrides o ON o.method_id = s.id
)
SELECT r.to_type_id AS id, n.target, evidence_rank(r.evidence) AS rank, CASE WHEN r.via_pointer THEN 'pointer' END AS label
FROM named n
JOIN type_relations r ON r.from_type_id = n.id AND r.relation IN ('implements', 'extends')
UNION ALL
SELECT id, target, min(rank), NULL
FROM satisfied
WHERE id <> target
GROUP BY id, target;
