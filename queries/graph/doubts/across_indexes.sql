-- A method is asked about on the walk: whether the types of one index satisfy the interfaces of
-- another is known only where the one that uses the other saw both.
SELECT count(*) AS across_indexes
FROM nodes
WHERE kind = 'interface_method' OR kind = 'method' AND coalesce(asked, true);
