-- A symbol holds calls of function values, or calls that nobody resolved or that
-- were matched by name only.
SELECT c.evidence || CASE c.evidence WHEN 'dynamic' THEN '_calls' ELSE '_sites' END, count(*)
FROM calls c
JOIN nodes a ON a.symbol_id = c.caller_id AND a.asked
WHERE c.evidence IN ('dynamic', 'heuristic', 'unresolved')
GROUP BY c.evidence
