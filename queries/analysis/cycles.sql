-- The edges of a level ($1) that may be part of a cycle, each as one number: those whose
-- ends have an edge to them and one from them. Calls through interfaces and by name only
-- are none, and without tests ($2) what only tests make is none either.
WITH edges AS MATERIALIZED (
  SELECT from_id::BIGINT AS from_id, to_id::BIGINT AS to_id
  FROM query_table($1)
  WHERE evidence = 'static' AND ($2 OR uses > test_uses)
)
SELECT (from_id << 32) | to_id
FROM edges
WHERE from_id IN (SELECT to_id FROM edges) AND to_id IN (SELECT from_id FROM edges)
