-- The imports of the index in the view `stored`: one row for each package and package that it imports, at the first place outside tests if
-- there is one. A folder that is no package has the name of the repository and its path.
SELECT CASE WHEN i.imported_module_path IS NULL THEN i.imported_module ELSE coalesce(any_value(t.package_path), r.repository || '/' || i.imported_module_path) END AS imported, coalesce(m.package_path, r.repository || '/' || i.module_path) AS package_path,
  bool_and(f.is_test) AS is_test, i.imported_module_path IS NULL AS is_external, min({is_test: f.is_test, file_path: i.file_path, line: i.start_line}).file_path AS file_path,
  min({is_test: f.is_test, file_path: i.file_path, line: i.start_line}).line AS start_line, r.repository, r."commit"
FROM imports i
JOIN files f ON f.file_id = i.file_id
LEFT JOIN modules m ON m.module_path = i.module_path
LEFT JOIN modules t ON t.module_path = i.imported_module_path, stored r
GROUP BY i.imported_module, i.imported_module_path, m.package_path, i.module_path, r.repository, r."commit"
ORDER BY imported, package_path, file_path
