-- The tests and the other code of each directory. A test calls a function when a function in a test
-- file has a call of it.
--
-- ? a regular expression of paths: only directories that it matches, or with a file that it matches.
WITH tested AS (
  SELECT DISTINCT f.function_id
  FROM calls c
  JOIN functions t ON t.function_id = c.caller_id AND t.is_test
  JOIN functions f ON f.function_id = c.callee_id AND NOT f.is_test
),
counted AS (
  SELECT f.module_path, count(*) FILTER (NOT f.is_test) AS functions, count(*) FILTER (f.is_test) AS test_functions, count(t.function_id) AS called_by_tests
  FROM functions f
  LEFT JOIN tested t ON t.function_id = f.function_id
  WHERE f.start_line IS NOT NULL
  GROUP BY f.module_path
),
sized AS (
  SELECT module_path, count(*) FILTER (NOT is_test) AS files, count(*) FILTER (is_test) AS test_files,
    coalesce(sum(lines_code) FILTER (NOT is_test), 0) AS code_lines, coalesce(sum(lines_code) FILTER (is_test), 0) AS test_lines
  FROM files
  WHERE status IN ('ok', 'partial')
  GROUP BY module_path
)
SELECT s.module_path, s.files, s.test_files, s.code_lines, s.test_lines, round(s.test_lines / nullif(s.code_lines, 0), 2) AS test_ratio,
  coalesce(c.functions, 0) AS functions, coalesce(c.test_functions, 0) AS test_functions, coalesce(c.called_by_tests, 0) AS called_by_tests
FROM sized s
LEFT JOIN counted c ON c.module_path = s.module_path
WHERE s.module_path IN (
  SELECT f.module_path
  FROM files f
  CROSS JOIN (SELECT CAST(? AS VARCHAR) AS path) below
  WHERE regexp_full_match(f.file_path, below.path) OR regexp_full_match(f.module_path, below.path)
)
ORDER BY s.code_lines DESC, s.module_path
