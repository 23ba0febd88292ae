-- What stands in for what, also by way of others, as steps.sql has it: a method that stands in for one of an
-- interface stands in for all that that one stands in for. The rank is that of the weakest evidence on the way.
CREATE OR REPLACE TABLE standing AS
WITH RECURSIVE chain(id, for_id, rank) AS (
  SELECT method_id, overridden_id, greatest(1, rank) FROM concrete_overrides
  UNION
  SELECT c.id, o.overridden_id, greatest(c.rank, o.rank)
  FROM chain c
  JOIN concrete_overrides o ON o.method_id = c.for_id
)
SELECT id::INTEGER AS id, for_id::INTEGER AS for_id, min(rank)::BIGINT AS rank
FROM chain
WHERE id <> for_id
GROUP BY id, for_id;
