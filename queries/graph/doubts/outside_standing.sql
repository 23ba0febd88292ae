-- outside_types: a method of an interface is called that types from outside may satisfy (../../derive/closed.sql): where values of them become
-- such an interface, their methods run, which are not looked for.
--
-- outside_interface: a method of an interface from outside stands in for a target, and what stands in for that outside is not known. Where one is
-- called, callees_candidates.sql says so.
SELECT count(*) FILTER (NOT n.is_external AND n.is_exported AND coalesce(i.container_id, 0) NOT IN (SELECT type_id FROM closed)) AS outside_types,
  count(*) FILTER (n.is_external AND n.depth IS NULL AND n.symbol_id IN (SELECT callee_id FROM stand_ins)) AS outside_interface
FROM nodes n
JOIN interface_methods i ON i.symbol_id = n.symbol_id;
