-- The files of the other languages with tests, which a test runner reads: some have other code too. Where tests have a symbol, test files
-- without one are helpers.
WITH named AS (
  SELECT DISTINCT file_id, language FROM symbols WHERE entry = 'test'
)
SELECT f.file_id, f.file_path, f.language
FROM files f
WHERE f.language NOT IN (FROM selection.checked) AND NOT f.is_vendored AND NOT f.is_fixture AND f.status IN ('ok', 'partial')
  AND (f.file_id IN (SELECT file_id FROM named) OR f.is_test AND f.language NOT IN (SELECT language FROM named))
ORDER BY f.file_path;
