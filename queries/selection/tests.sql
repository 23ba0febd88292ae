-- The functions that go test -run can run: tests, examples and fuzz targets with their seeds, and TestMain. Benchmarks are none.
SELECT s.symbol_id, s.symbol, s.name, s.file_path, s.module_path, s.start_line, coalesce(m.root_path, '.'), s.name = 'TestMain'
FROM symbols s
JOIN modules m ON m.module_path = s.module_path
JOIN files f ON f.file_id = s.file_id
WHERE s.entry = 'test' AND s.language = 'go' AND NOT regexp_matches(s.name, '^Benchmark(\P{Ll}|$)') AND NOT f.is_vendored AND NOT f.is_fixture
  AND NOT EXISTS (FROM diagnostics d WHERE d.file_id = f.file_id AND d.code = 'excluded_by_build')
ORDER BY s.module_path, s.file_path, s.start_line;
