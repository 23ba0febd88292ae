-- A symbol calls an interface method of which nobody looked what stands in for it.
SELECT 'uncompared_interface', count(DISTINCT e.callee_id)
FROM edges e
JOIN nodes a ON a.symbol_id = e.caller_id AND a.asked
WHERE e.callee_id IN (SELECT symbol_id FROM uncompared)
