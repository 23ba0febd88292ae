-- No doubt, but the end of the walk: a symbol at the last depth has callers that
-- the walk does not hold. $1 is that depth.
SELECT 'beyond_depth', count(*)
FROM edges e
JOIN walk w ON w.id = e.callee_id AND w.depth = $1
WHERE e.caller_id NOT IN (SELECT id FROM walk WHERE called)
