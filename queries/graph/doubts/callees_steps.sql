-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth has
-- callees that the walk does not hold.
--
-- $1 the depth.
SELECT count(*) AS beyond_depth
FROM (
  SELECT each_step(f.steps) AS s
  FROM nodes n
  JOIN steps_from f ON f.caller_id = n.symbol_id
  WHERE n.nearest = $1::BIGINT
) a
LEFT JOIN dispatched d ON d.id = a.s.callee_id
LEFT JOIN nodes c ON c.symbol_id = coalesce(d.method_id, a.s.callee_id)
WHERE c.depth IS NULL;
