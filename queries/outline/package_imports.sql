-- The imports of a module, and the modules that import it: the name, the number of files, and the kind of module.
--
-- $1 its directory; $2 whether tests count.
SELECT 'dependency' AS part, coalesce(i.imported_module_path, i.imported_module) AS name, count(DISTINCT i.file_id) AS files,
  CASE WHEN bool_or(i.imported_module_path IS NOT NULL) THEN 'internal' WHEN bool_or(i.is_standard_lib) THEN 'standard' ELSE 'external' END AS kind
FROM imports i
JOIN files f ON f.file_id = i.file_id
WHERE i.module_path = $1::VARCHAR AND i.imported_module_path IS DISTINCT FROM $1::VARCHAR AND ($2::BOOLEAN OR NOT f.is_test)
GROUP BY 2
UNION ALL
SELECT 'dependent', i.module_path, count(DISTINCT i.file_id), 'internal'
FROM imports i
JOIN files f ON f.file_id = i.file_id
WHERE i.imported_module_path = $1::VARCHAR AND i.module_path <> $1::VARCHAR AND ($2::BOOLEAN OR NOT f.is_test)
GROUP BY 2
ORDER BY 1, 4, 3 DESC, 2;
