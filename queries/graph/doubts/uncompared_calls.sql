-- A symbol calls an interface method of which nobody looked what stands in for it.
SELECT count(DISTINCT s.callee_id) AS uncompared_interface
FROM steps s
JOIN nodes a ON a.symbol_id = s.caller_id AND a.asked
WHERE s.callee_id IN (SELECT symbol_id FROM uncompared);
