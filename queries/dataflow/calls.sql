-- The call sites of functions, and those at which dynamic dispatch may run them.
--
-- $1 the ids of the functions; $2 whether dynamic dispatch counts.
WITH asked AS (SELECT unnest($1::INTEGER[]) AS function_id),
named AS MATERIALIZED (
  SELECT function_id, function_id AS callee_id, true AS direct FROM asked
  UNION ALL
  SELECT p.method_id, p.callee_id, false
  FROM possible_callees p
  JOIN asked a ON a.function_id = p.method_id
  WHERE $2::BOOLEAN
),
possible AS MATERIALIZED (
  SELECT dispatch_id, method_id FROM dispatches
  UNION
  SELECT d.dispatch_id, p.method_id FROM dispatches d JOIN possible_callees p ON p.callee_id = d.method_id
)
SELECT n.function_id, c.file_id, f.file_path, f.language, f.is_test, c.start_line, c.start_column,
  CASE WHEN n.direct THEN c.evidence ELSE 'interface' END, NOT n.direct, s.symbol
FROM named n
JOIN calls c ON c.callee_id = n.callee_id
JOIN files f ON f.file_id = c.file_id
JOIN symbols s ON s.symbol_id = c.caller_id
LEFT JOIN possible p ON p.dispatch_id = c.dispatch_id AND p.method_id = n.function_id
WHERE n.direct OR c.dispatch_id IS NULL OR p.method_id IS NOT NULL;
