-- The functions with code that a test could run. Files outside the build, copies of other people's code and folders such as testdata do not
-- count.
SELECT f.function_id, f.file_id
FROM functions f
JOIN files e ON e.file_id = f.file_id
WHERE NOT f.is_test AND f.start_line IS NOT NULL AND NOT e.is_vendored AND NOT e.is_fixture AND NOT e.is_untyped
ORDER BY f.function_id;
