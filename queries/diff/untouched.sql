-- The functions with another signature, and their direct callers that are as before: the function, its place, the number of such
-- callers, and the first of them with the place of its call.
WITH use AS (
  SELECT c.new_id, count(*) AS callers, min(e.caller_id) AS caller_id
  FROM function_change c
  JOIN head.call_steps e ON e.callee_id = c.new_id AND e.direct
  JOIN head.functions a ON a.function_id = e.caller_id
  WHERE c.is_resigned AND e.caller_id <> c.new_id AND e.caller_id NOT IN (SELECT new_id FROM function_change WHERE new_id IS NOT NULL)
  GROUP BY c.new_id
)
SELECT s.symbol, s.file_path, coalesce(s.start_line, 0), u.callers, a.symbol, a.file_path,
  coalesce((SELECT min(k.start_line) FROM head.calls k WHERE k.caller_id = u.caller_id AND k.callee_id = u.new_id), a.start_line, 0)
FROM use u
JOIN head.symbols s ON s.symbol_id = u.new_id AND NOT s.is_test
JOIN head.symbols a ON a.symbol_id = u.caller_id
ORDER BY 4 DESC, 2, 3;
