-- The places that use the target, each with its step to the target and the declaration around it. The
-- steps are: 0 calls of its constructors, 1 calls of its methods, 2 its own uses, 3 calls of interface
-- methods that may run it, 4 tests that call its callers. A call through an interface that inherits the
-- method counts only when the target may run there.
--
-- $1 the id of the target; $2 its name; $3 the ids of its constructors; $4 of its methods; $5 of the
-- interface methods.
WITH place AS (
  SELECT 0 AS step, symbol_id, file_id, start_line, start_column, role, enclosing_id FROM refs WHERE role = 'call' AND symbol_id IN (SELECT unnest($3::INTEGER[]))
  UNION ALL
  SELECT 1, symbol_id, file_id, start_line, start_column, role, enclosing_id FROM refs WHERE role = 'call' AND symbol_id IN (SELECT unnest($4::INTEGER[]))
  UNION ALL
  SELECT 2, symbol_id, file_id, start_line, start_column, role, enclosing_id FROM refs WHERE symbol_id = $1 AND role <> 'import'
  UNION ALL
  SELECT 3, r.symbol_id, r.file_id, r.start_line, r.start_column, r.role, r.enclosing_id
  FROM refs r
  ANTI JOIN (
    SELECT file_id, start_line, start_column
    FROM calls
    WHERE callee_id IN (SELECT unnest($5::INTEGER[])) AND dispatch_id IS NOT NULL
      AND dispatch_id NOT IN (SELECT dispatch_id FROM dispatches WHERE method_id = $1 OR method_id IN (SELECT unnest($5::INTEGER[])))
  ) c ON c.file_id = r.file_id AND c.start_line = r.start_line AND c.start_column = r.start_column
  WHERE r.role = 'call' AND r.symbol_id IN (SELECT unnest($5::INTEGER[]))
  UNION ALL
  SELECT 4, c.callee_id, c.file_id, c.start_line, c.start_column, 'call', c.caller_id
  FROM calls c
  JOIN symbols t ON t.symbol_id = c.caller_id AND t.is_test AND regexp_matches(t.name, '^(Test|Benchmark|Fuzz|Example)')
  WHERE c.callee_id IN (SELECT caller_id FROM calls WHERE callee_id = $1 AND caller_id <> $1)
)
SELECT p.step, s.name, p.file_id, f.file_path, f.is_test, f.is_generated, p.start_line, p.role, e.symbol_id, e.symbol, e.start_line, e.end_line,
  coalesce(f.is_test AND e.kind = 'function' AND contains(lower(e.name), lower($2::VARCHAR)), false) AS is_alike
FROM place p
JOIN symbols s ON s.symbol_id = p.symbol_id
JOIN files f ON f.file_id = p.file_id
LEFT JOIN symbols e ON e.symbol_id = p.enclosing_id
ORDER BY p.step, p.file_id, p.start_line, p.start_column;
