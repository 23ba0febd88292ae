-- A method, or one of an interface that a struct embeds, bears the name of an interface method
-- that is called, and nobody looked whether it stands in for that, or not for all instances of
-- its type.
SELECT count(*) AS uncompared_interface
FROM (
  SELECT i.symbol_id
  FROM uncompared i
  JOIN nodes a ON a.name = i.name AND a.asked AND (a.kind = 'method' OR a.symbol_id IN (SELECT symbol_id FROM promoted_methods)) AND a.symbol_id <> i.symbol_id
  WHERE NOT EXISTS (SELECT 1 FROM stand_ins s WHERE s.callee_id = a.symbol_id AND s.caller_id = i.symbol_id)
  UNION
  SELECT h.overridden_id
  FROM half_compared h
  JOIN nodes a ON a.symbol_id = h.method_id AND a.asked
  JOIN interface_methods i ON i.symbol_id = h.overridden_id AND i.is_used
) named;
