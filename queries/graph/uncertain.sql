-- The names of the calls of which nobody knows what they mean, or by name only, in memory.
CREATE OR REPLACE TABLE uncertain AS
SELECT string_split(callee_name, '.')[-1] AS name, evidence
FROM calls
WHERE evidence IN ('heuristic', 'unresolved');
