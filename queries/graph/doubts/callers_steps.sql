-- value_taken: there are more references to a function than calls of it. ../uses.sql
-- counts those that are no calls, for which it reads all references; this reads none.
--
-- outside_interface: a method stands in for one of an interface from outside, through
-- which code outside may call it. dispatch_not_followed: it stands in for another, and
-- the walk did not go there, so that the one is not known.
--
-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth has
-- callers that the walk does not hold.
--
-- $1 the depth; $2 whether the walk followed dispatch.
SELECT
  ((SELECT coalesce(sum(ref_count), 0) FROM nodes WHERE asked AND kind IN ('function', 'method', 'interface_method')) - count(*) FILTER (a.asked AND s.length > 0))::BIGINT AS value_taken,
  count(DISTINCT s.callee_id) FILTER (a.asked AND s.length = 0 AND NOT a.is_external AND c.is_external) AS outside_interface,
  count(DISTINCT s.callee_id) FILTER (a.asked AND s.length = 0 AND NOT $2::BOOLEAN) AS dispatch_not_followed,
  count(*) FILTER (a.nearest = $1::INTEGER AND s.length > 0 AND c.depth IS NULL) AS beyond_depth
FROM nodes a
JOIN steps s ON s.callee_id = a.symbol_id
LEFT JOIN nodes c ON c.symbol_id = s.caller_id;
