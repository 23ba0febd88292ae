-- The first interface methods that a use may name and run a target.
SELECT DISTINCT i.symbol
FROM target t
JOIN possible_callees p ON p.method_id = t.symbol_id
JOIN symbols i ON i.symbol_id = p.callee_id AND i.ref_count > 0
ORDER BY i.symbol
LIMIT 3;
