-- outside_build: an interface method is called whose name a method bears in a file outside
-- the chosen build, which nobody compared with it.
--
-- outside_interface: one from outside is called, and what stands in for it outside is not known.
--
-- uncompared_interface: one is called that instances of a generic type may stand in for, of
-- which nobody knows.
SELECT count(*) FILTER (name IN (SELECT name FROM strays WHERE kind = 'method')) AS outside_build,
  count(*) FILTER (is_external AND depth IS NOT NULL) AS outside_interface,
  count(*) AS when_outside_standing,
  count(*) FILTER (symbol_id IN (SELECT overridden_id FROM half_compared)) AS uncompared_interface
FROM nodes
WHERE kind = 'interface_method';
