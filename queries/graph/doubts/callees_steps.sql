-- outside_interface: a symbol calls a method of an interface from outside: what
-- stands in for it outside the repository is not known. dispatch_not_followed: it
-- calls a method that others stand in for, and the walk did not go there.
--
-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth has
-- callees that the walk does not hold.
--
-- $1 the depth; $2 whether the walk followed dispatch.
SELECT
  count(*) FILTER (a.asked AND s.length > 0 AND c.is_external AND c.kind = 'interface_method') AS outside_interface,
  count(*) FILTER (a.asked AND s.length > 0 AND NOT $2::BOOLEAN AND s.callee_id IN (SELECT caller_id FROM steps WHERE length = 0)) AS dispatch_not_followed,
  count(*) FILTER (a.nearest = $1::INTEGER AND s.length > 0 AND c.depth IS NULL) AS beyond_depth
FROM nodes a
JOIN steps s ON s.caller_id = a.symbol_id
LEFT JOIN nodes c ON c.symbol_id = s.callee_id;
