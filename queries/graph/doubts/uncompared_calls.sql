-- A symbol calls, or is, or has stand in for it, an interface method of which nobody looked what stands in for it.
SELECT count(*) AS uncompared_interface
FROM (
  SELECT coalesce(d.method_id, s.callee_id) AS id
  FROM (SELECT each_step(f.steps) AS s FROM nodes a JOIN steps_from f ON f.caller_id = a.symbol_id AND a.asked)
  LEFT JOIN dispatched d ON d.id = s.callee_id
  UNION
  SELECT s.callee_id FROM nodes a JOIN stand_ins s ON s.caller_id = a.symbol_id WHERE a.asked
  UNION
  SELECT symbol_id FROM nodes WHERE asked
) named
WHERE id IN (SELECT symbol_id FROM uncompared);
