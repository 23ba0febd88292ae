-- when_uncompared_interface: a method bears the name of an interface method in the
-- repository that is called and that it does not stand in for. That rules
-- uncompared_interface.sql out, which takes 15 ms, for most targets.
SELECT count(*) AS when_uncompared_interface
FROM interface_methods i
JOIN nodes a ON a.name = i.name AND a.asked AND a.kind = 'method'
WHERE NOT i.is_external AND i.symbol_id IN (SELECT callee_id FROM steps WHERE length > 0)
  AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.callee_id = a.symbol_id AND s.caller_id = i.symbol_id AND s.length = 0);
