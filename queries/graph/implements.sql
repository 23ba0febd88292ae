-- The interfaces that the targets implement, and the methods that they stand in for, as in
-- implementations.sql. The label says that only the pointer to a type implements an interface.
-- An interface method can be a target too: it stands in where its interface satisfies another.
WITH RECURSIVE named(id, target) AS (
  SELECT id, id FROM seeds
  UNION
  SELECT r.to_type_id, n.target
  FROM named n
  JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
)
SELECT r.to_type_id AS id, n.target, evidence_rank(r.evidence) AS rank, CASE WHEN r.via_pointer THEN 'pointer' END AS label
FROM named n
JOIN type_relations r ON r.from_type_id = n.id AND r.relation IN ('implements', 'extends')
UNION ALL
SELECT o.overridden_id, s.id, min(evidence_rank(o.evidence)), NULL
FROM seeds s
JOIN overrides o ON o.method_id = s.id
GROUP BY ALL;
