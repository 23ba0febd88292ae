-- The interface methods other than the targets whose uses may run a target, with the number of their uses.
SELECT DISTINCT i.symbol, i.ref_count
FROM target t
JOIN possible_callees p ON p.method_id = t.symbol_id
JOIN symbols i ON i.symbol_id = p.callee_id AND i.ref_count > 0
WHERE i.symbol_id NOT IN (SELECT symbol_id FROM target)
ORDER BY i.symbol;
