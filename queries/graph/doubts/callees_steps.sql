-- outside_interface: a symbol calls a method of an interface from outside: what
-- stands in for it outside the repository is not known.
--
-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth has
-- callees that the walk does not hold.
--
-- $1 the depth.
SELECT
  count(*) FILTER (a.asked AND s.label >= 8 AND c.is_external AND c.kind = 'interface_method') AS outside_interface,
  count(*) FILTER (a.nearest = $1::BIGINT AND s.label >= 8 AND c.depth IS NULL) AS beyond_depth
FROM nodes a
JOIN steps s ON s.caller_id = a.symbol_id
LEFT JOIN nodes c ON c.symbol_id = s.callee_id;
