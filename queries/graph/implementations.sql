-- The concrete types that implement the targets, or what they are aliases of, and the
-- methods that stand in for them, directly or for what stands in for them. The label
-- says that only the pointer to a type implements an interface.
--
-- DESIGN: what this finds is a table, so that DuckDB knows how little it joins with symbols:
-- as one statement this hashed all of them, and took 340 ms instead of 23 (390,000 symbols).
WITH RECURSIVE named(id, target) AS (
  SELECT id, id FROM seeds
  UNION
  SELECT r.to_type_id, n.target
  FROM named n
  JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
),
standing(id, target, rank) AS (
  SELECT id, id, 0 FROM seeds
  UNION
  SELECT o.method_id, s.target, greatest(s.rank, o.rank)
  FROM standing s
  JOIN concrete_overrides o ON o.overridden_id = s.id
)
SELECT r.from_type_id AS id, n.target, evidence_rank(r.evidence) AS rank, CASE WHEN r.via_pointer THEN 'pointer' END AS label
FROM named n
JOIN type_relations r ON r.to_type_id = n.id AND r.relation IN ('implements', 'extends')
UNION ALL
SELECT id, target, min(rank), NULL
FROM standing
WHERE id <> target
GROUP BY id, target;
