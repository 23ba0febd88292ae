-- beyond_depth is no doubt, but the end of the walk: what uses a variable or constant at the last
-- depth, or is made by what is there, and is not on the walk.
--
-- $1 the depth.
SELECT count(*) AS beyond_depth
FROM nodes n
JOIN value_steps v ON v.callee_id = n.symbol_id
LEFT JOIN nodes c ON c.symbol_id = v.caller_id
WHERE n.nearest = $1::BIGINT AND c.symbol_id IS NULL;
