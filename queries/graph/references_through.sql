-- The interface methods other than the targets whose uses may run a target, most uses first, with the number of their uses and the first
-- three of these, code before tests.
WITH methods AS (
  SELECT DISTINCT i.symbol_id, i.symbol, i.ref_count
  FROM target t
  JOIN possible_callees p ON p.method_id = t.symbol_id
  JOIN symbols i ON i.symbol_id = p.callee_id AND i.ref_count > 0
  WHERE i.symbol_id NOT IN (SELECT symbol_id FROM target)
)
SELECT m.symbol, m.ref_count, f.file_path, r.start_line, coalesce(e.symbol, '')
FROM methods m
JOIN refs r ON r.symbol_id = m.symbol_id
JOIN files f ON f.file_id = r.file_id
LEFT JOIN symbols e ON e.symbol_id = r.enclosing_id
QUALIFY row_number() OVER (PARTITION BY m.symbol_id ORDER BY f.is_test, f.file_path, r.start_line, r.start_column) <= 3
ORDER BY m.ref_count DESC, m.symbol, f.is_test, f.file_path, r.start_line, r.start_column;
