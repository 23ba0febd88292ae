-- beyond_depth is no doubt, but the end of the walk: packages lie behind the last depth.
SELECT count(*) AS beyond_depth
FROM nodes
WHERE depth IS NULL;
