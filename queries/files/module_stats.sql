-- The files, lines and declarations of each directory with code.
--
-- ? a regular expression of paths: only directories that it matches, or with a file that it matches.
SELECT m.module_path, m.language, m.file_count, m.test_file_count, m.total_lines, m.code_lines, m.type_count, m.function_count,
  m.exported_type_count, m.exported_function_count, m.import_count, m.external_import_count
FROM modules m
WHERE m.module_path IN (
  SELECT f.module_path
  FROM files f
  CROSS JOIN (SELECT CAST(? AS VARCHAR) AS path) below
  WHERE regexp_full_match(f.file_path, below.path) OR regexp_full_match(f.module_path, below.path)
)
ORDER BY m.total_lines DESC, m.module_path
