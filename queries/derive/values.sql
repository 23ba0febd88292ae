-- The functions that more refers to than calls: so often their values are taken.
CREATE OR REPLACE TABLE value_counts AS
SELECT s.symbol_id, (s.ref_count - coalesce(c.calls, 0))::INTEGER AS value_count
FROM symbols s
LEFT JOIN (SELECT callee_id, count(*) AS calls FROM calls WHERE callee_id IS NOT NULL GROUP BY callee_id) c ON c.callee_id = s.symbol_id
WHERE s.kind IN ('function', 'method', 'interface_method') AND s.ref_count > coalesce(c.calls, 0);
