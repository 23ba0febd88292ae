-- outside_interface: a symbol calls a method of an interface from outside: what
-- stands in for it outside the repository is not known.
--
-- dynamic_calls, unresolved_sites, heuristic_sites: a symbol holds calls of function values, or
-- calls that nobody resolved or that were matched by name only.
--
-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth has
-- callees that the walk does not hold.
--
-- $1 the depth.
SELECT
  count(*) FILTER (a.asked AND a.s.label >= 8 AND c.is_external AND c.kind = 'interface_method') AS outside_interface,
  count(*) FILTER (a.asked AND abs(a.s.label) = 10) AS dynamic_calls,
  count(*) FILTER (a.asked AND abs(a.s.label) = 11) AS heuristic_sites,
  count(*) FILTER (a.asked AND abs(a.s.label) = 12) AS unresolved_sites,
  count(*) FILTER (a.nearest = $1::BIGINT AND a.s.label >= 8 AND c.depth IS NULL) AS beyond_depth
FROM (
  SELECT n.asked, n.nearest, each_step(f.steps) AS s
  FROM nodes n
  JOIN steps_from f ON f.caller_id = n.symbol_id
) a
LEFT JOIN dispatched d ON d.id = a.s.callee_id
LEFT JOIN nodes c ON c.symbol_id = coalesce(d.method_id, a.s.callee_id);
