-- The direct calls between packages of the repository that only one index has, without tests: the packages, the ends, whether the
-- call is new, and its place when it is. A moved function is the same function.
WITH old_step AS (
  SELECT coalesce(a.new_id, -s.caller_id) AS caller, coalesce(c.new_id, -s.callee_id) AS callee, s.caller_id, s.callee_id
  FROM base.call_steps s
  LEFT JOIN same a ON a.old_id = s.caller_id
  LEFT JOIN same c ON c.old_id = s.callee_id
  WHERE s.direct
),
new_step AS (
  SELECT caller_id, callee_id FROM head.call_steps WHERE direct
),
added AS (
  SELECT caller_id, callee_id FROM new_step n WHERE NOT EXISTS (FROM old_step o WHERE o.caller = n.caller_id AND o.callee = n.callee_id)
),
dropped AS (
  SELECT caller_id, callee_id FROM old_step o WHERE NOT EXISTS (FROM new_step n WHERE o.caller = n.caller_id AND o.callee = n.callee_id)
)
SELECT true, a.module_path, c.module_path, a.symbol, c.symbol, a.file_path, coalesce(a.start_line, 0)
FROM added e
JOIN head.symbols a ON a.symbol_id = e.caller_id
JOIN head.symbols c ON c.symbol_id = e.callee_id
WHERE a.module_path <> c.module_path AND NOT a.is_test
UNION ALL
SELECT false, a.module_path, c.module_path, a.symbol, c.symbol, a.file_path, coalesce(a.start_line, 0)
FROM dropped e
JOIN base.symbols a ON a.symbol_id = e.caller_id
JOIN base.symbols c ON c.symbol_id = e.callee_id
WHERE a.module_path <> c.module_path AND NOT a.is_test
ORDER BY ALL;
