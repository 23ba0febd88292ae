-- The symbols of the repository in languages with a type checker: where they are, the type or declaration around them, and the roles that selection asks for.
--
-- A variable with calls in its declaration runs code before a program begins, as init does.
WITH calling AS (
  SELECT DISTINCT v.symbol_id
  FROM functions f
  JOIN calls c ON c.caller_id = f.function_id
  JOIN symbols v ON v.file_id = c.file_id AND v.kind = 'variable' AND c.start_pos >= v.start_pos AND c.start_pos < v.end_pos
  WHERE f.start_line IS NULL AND f.language IN (FROM selection.checked)
)
SELECT s.symbol_id, s.module_path, s.is_test, s.kind, coalesce(s.container_id, 0),
  coalesce(s.entry = 'initializer', false) OR c.symbol_id IS NOT NULL OR s.start_line IS NULL
FROM symbols s
LEFT JOIN calling c ON c.symbol_id = s.symbol_id
WHERE s.language IN (FROM selection.checked) AND s.module_path IS NOT NULL;
