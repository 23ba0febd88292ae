-- The files of packages, of a list, and of types, whether tests leave them out, and the places of the names of types and their methods.
--
-- $1 the directories of the packages; $2 whether their tests count; $3 the ids of files; $4 the ids of types.
SELECT file_id, file_path, language, is_test, is_left_out, line, "column"
FROM (
  SELECT file_id, file_path, language, is_test, is_test AND NOT $2::BOOLEAN AND NOT list_contains($3::INTEGER[], file_id) AS is_left_out,
    0 AS line, 0 AS "column", false AS is_method
  FROM files
  WHERE list_contains($1::VARCHAR[], module_path) OR list_contains($3::INTEGER[], file_id)
  UNION ALL
  SELECT file_id, file_path, language, is_test, false, name_line, name_column, kind = 'method'
  FROM symbols
  WHERE file_id IS NOT NULL AND (list_contains($4::INTEGER[], symbol_id) OR list_contains($4::INTEGER[], container_id) AND kind = 'method')
)
ORDER BY is_method, file_path, line, "column";
