-- Calls that nobody resolved, or that were matched by name only, bear the name of a symbol.
SELECT evidence || '_sites', count(*)
FROM calls c
JOIN (SELECT DISTINCT name FROM nodes WHERE asked) a ON a.name = string_split(c.callee_name, '.')[-1]
WHERE c.evidence IN ('heuristic', 'unresolved')
GROUP BY c.evidence
