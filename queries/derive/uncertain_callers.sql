-- How many calls there are in each function of which nobody knows what they call, or by name only.
CREATE OR REPLACE TABLE uncertain_within AS
SELECT caller_id, evidence, count(*)::INTEGER AS call_count
FROM calls
WHERE evidence IN ('dynamic', 'heuristic', 'unresolved')
GROUP BY ALL;
