-- The test files of languages without a type checker, which a test runner reads: those with a test, or otherwise all test files.
SELECT f.file_id, f.file_path, f.language
FROM files f
WHERE f.is_test AND f.language <> 'go' AND f.language <> '' AND NOT f.is_vendored AND NOT f.is_fixture AND f.status IN ('ok', 'partial')
  AND (f.language <> 'python' OR f.file_id IN (SELECT file_id FROM symbols WHERE entry = 'test'))
ORDER BY f.file_path;
