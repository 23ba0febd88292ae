-- when_uncompared_interface: a method bears the name of an interface method in the
-- repository that is called and that it does not stand in for. That rules
-- uncompared_interface.sql out, which takes 15 ms, for most targets.
WITH alike AS MATERIALIZED (
  SELECT i.symbol_id AS interface_id, a.symbol_id AS method_id
  FROM interface_methods i
  JOIN nodes a ON a.name = i.name AND a.asked AND a.kind = 'method'
  WHERE NOT i.is_external
)
SELECT count(*) AS when_uncompared_interface
FROM alike
WHERE interface_id IN (SELECT s.callee_id FROM steps s JOIN alike a ON a.interface_id = s.callee_id AND s.length > 0)
  AND (interface_id, method_id) NOT IN (SELECT (s.caller_id, s.callee_id) FROM steps s WHERE s.length = 0);
