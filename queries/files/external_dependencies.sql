-- The external imports, with the number of importing files and directories, and whether only tests
-- import them.
SELECT i.imported_module, count(DISTINCT i.file_id) AS files, count(DISTINCT i.module_path) AS modules,
  bool_and(f.is_test) AS tests_only, bool_and(f.is_vendored) AS vendored_only
FROM imports i
JOIN files f ON f.file_id = i.file_id
WHERE i.is_external
GROUP BY i.imported_module
ORDER BY files DESC, i.imported_module
