-- No doubt, but the end of the walk: a symbol at the last depth has callees that
-- the walk does not hold. $1 is that depth.
SELECT 'beyond_depth', count(*)
FROM edges e
JOIN walk w ON w.id = e.caller_id AND w.depth = $1
WHERE e.callee_id NOT IN (SELECT id FROM walk WHERE called)
