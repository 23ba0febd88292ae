-- The calls of which nobody knows what they mean, or by name only: how many there are of each name in each file.
CREATE OR REPLACE TABLE uncertain AS
SELECT coalesce(string_split(callee_name, '.')[-1], '') AS name, file_id, evidence, count(*)::INTEGER AS call_count
FROM calls
WHERE evidence IN ('heuristic', 'unresolved')
GROUP BY ALL;
