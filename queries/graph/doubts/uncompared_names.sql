-- when_uncompared_interface: a method bears the name of an interface method in the
-- repository that is used and that it does not stand in for; of an interface, which a struct
-- may embed, too. That rules
-- uncompared_interface.sql out, which takes 15 ms, for most targets.
SELECT count(*) AS when_uncompared_interface
FROM (
  SELECT i.symbol_id AS interface_id, a.symbol_id AS method_id
  FROM interface_methods i
  JOIN nodes a ON a.name = i.name AND a.asked AND (a.kind = 'method' OR a.kind = 'interface_method' AND a.symbol_id <> i.symbol_id)
  WHERE NOT i.is_external AND i.is_used
) alike
ANTI JOIN stand_ins o ON o.caller_id = alike.interface_id AND o.callee_id = alike.method_id;
