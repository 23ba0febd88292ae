-- The edges of a level ($1) that may be part of a cycle, each as one number. Both ends have an edge to
-- them and one from them. Calls through interfaces and by name do not count. Without tests ($2), edges
-- that only tests make do not count either.
WITH edges AS MATERIALIZED (
  SELECT from_id::BIGINT AS from_id, to_id::BIGINT AS to_id
  FROM query_table($1)
  WHERE evidence = 'static' AND ($2 OR uses > test_uses)
)
SELECT (from_id << 32) | to_id
FROM edges
WHERE from_id IN (SELECT to_id FROM edges) AND to_id IN (SELECT from_id FROM edges);
