-- What may run where calls go to something: id where they go to for_id, also by way of others, because a method that
-- stands in for one of an interface stands in for all that that one stands in for. The rank is that of the weakest evidence on the
-- best way, at least 1, because it depends on the receiver; override_evidence is that of the override from one to the other, if there is one.
--
-- DESIGN: it leads from one to the next, because a struct that embeds an interface stands in by a method of that, and so does
-- what implements it. An interface that satisfies another has rows in overrides too, and those lead astray: what implements its method
-- need not satisfy the other, and what does has rows of its own.
CREATE OR REPLACE TABLE standing AS
WITH RECURSIVE concrete AS MATERIALIZED (
  SELECT o.overridden_id AS for_id, o.method_id AS id, evidence_rank(o.evidence) AS rank, o.evidence
  FROM overrides o
  ANTI JOIN (SELECT type_id FROM types WHERE kind = 'interface') i ON i.type_id = o.type_id
  UNION ALL
  SELECT goes_to(callee_id, dispatch_id, (SELECT count(*) FROM symbols)), method_id, 0, 'static'
  FROM dispatches
  WHERE knows_dispatch() AND method_id IS NOT NULL
),
chain(id, for_id, rank) AS (
  SELECT id, for_id, greatest(1, rank) FROM concrete
  UNION
  SELECT c.id, o.for_id, greatest(c.rank, o.rank)
  FROM chain c
  JOIN concrete o ON o.id = c.for_id
)
SELECT c.for_id::INTEGER AS for_id, c.id::INTEGER AS id, min(c.rank)::INTEGER AS rank, min_by(o.evidence, o.rank) AS override_evidence
FROM chain c
LEFT JOIN concrete o ON o.id = c.id AND o.for_id = c.for_id
WHERE c.id <> c.for_id
GROUP BY c.for_id, c.id;
