-- possible_callees: the methods that may run where an interface method is called. A struct that embeds an interface has the methods
-- of that interface, and a type that implements the embedded interface may run there too: overrides are followed from one to the next.
--
-- DESIGN: an interface that satisfies another one has rows in overrides too. They are left out: each type that implements it has rows
-- for the other interface as well.
CREATE OR REPLACE TABLE derived.possible_callees AS
WITH RECURSIVE concrete AS MATERIALIZED (
  SELECT o.overridden_id AS callee_id, o.method_id, min(evidence_rank(o.evidence)) AS rank
  FROM overrides o
  ANTI JOIN (SELECT type_id FROM types WHERE kind = 'interface') i ON i.type_id = o.type_id
  GROUP BY o.overridden_id, o.method_id
),
chain(callee_id, method_id, rank) AS (
  SELECT callee_id, method_id, greatest(evidence_rank('interface'), rank) FROM concrete
  UNION
  SELECT o.callee_id, c.method_id, greatest(c.rank, o.rank)
  FROM chain c
  JOIN concrete o ON o.method_id = c.callee_id
)
SELECT callee_id, method_id, min(rank) AS evidence_rank
FROM chain
WHERE callee_id <> method_id
GROUP BY callee_id, method_id;
