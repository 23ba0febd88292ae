-- The functions with another signature, and their direct callers that are as before: the function, its place, the number of such
-- callers, and the first of them with its place.
SELECT s.symbol, s.file_path, coalesce(s.start_line, 0), count(*), min_by(a.symbol, e.caller_id), min_by(a.file_path, e.caller_id), coalesce(min_by(a.start_line, e.caller_id), 0)
FROM function_change c
JOIN head.symbols s ON s.symbol_id = c.new_id
JOIN head.call_steps e ON e.callee_id = c.new_id AND e.direct
JOIN head.functions a ON a.function_id = e.caller_id
WHERE c.is_resigned AND NOT s.is_test AND e.caller_id <> c.new_id AND e.caller_id NOT IN (SELECT new_id FROM function_change WHERE new_id IS NOT NULL)
GROUP BY ALL
ORDER BY 4 DESC, 2, 3;
