-- The functions that the test runner calls. A test without types is outside the chosen build, unless no file of its directory has types.
WITH typed AS (
  SELECT DISTINCT module_path FROM files WHERE language IN (FROM selection.checked) AND NOT is_untyped
)
SELECT s.symbol_id, s.symbol, s.name, s.file_path, s.module_path, s.start_line, s.end_line, s.file_id, s.language, coalesce(m.root_path, '.')
FROM symbols s
JOIN files f ON f.file_id = s.file_id
JOIN modules m ON m.module_path = s.module_path
WHERE s.entry = 'test' AND s.language IN (FROM selection.checked) AND NOT f.is_vendored AND NOT f.is_fixture
  AND (NOT f.is_untyped OR f.module_path NOT IN (FROM typed))
ORDER BY s.module_path, s.file_path, s.start_line;
