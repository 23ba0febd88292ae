-- value_taken: there are more references to functions, which callers_symbols.sql counts,
-- than calls of them. ../taken.sql finds those that are no calls, for which it reads
-- all references; this reads none.
--
-- outside_interface: a method stands in for one of an interface from outside, through
-- which code outside may call it. Each such pair counts: to count methods once takes 2 ms
-- more.
--
-- beyond_depth is no doubt, but the end of the walk: a symbol at the last depth has
-- callers that the walk does not hold.
--
-- $1 the depth.
SELECT
  -count(*) FILTER (a.asked AND a.s.label >= 8) AS value_taken,
  count(*) FILTER (a.asked AND a.s.label < 8 AND NOT a.is_external AND c.is_external) AS outside_interface,
  count(*) FILTER (a.nearest = $1::BIGINT AND a.s.label >= 8 AND c.depth IS NULL) AS beyond_depth
FROM (
  SELECT n.asked, n.is_external, n.nearest, each_step(i.steps) AS s
  FROM nodes n
  JOIN steps_into i ON i.callee_id = n.symbol_id
) a
LEFT JOIN nodes c ON c.symbol_id = a.s.caller_id;
