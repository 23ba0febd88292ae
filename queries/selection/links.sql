-- The imports between such directories, and whether only tests of the first one have the import.
SELECT i.module_path, i.imported_module_path, bool_and(f.is_test)
FROM imports i
JOIN files f ON f.file_id = i.file_id AND f.language IN (FROM selection.checked)
WHERE i.imported_module_path IS NOT NULL
GROUP BY i.module_path, i.imported_module_path
ORDER BY i.module_path, i.imported_module_path;
