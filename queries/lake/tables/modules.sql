-- The directories with code of the index in the view `stored`.
SELECT m.module_path, m.package_path, m.go_module, m.language, m.file_count, m.code_lines, m.function_count, m.type_count, i.repository, i."commit"
FROM modules m, stored i
ORDER BY m.package_path, m.module_path
