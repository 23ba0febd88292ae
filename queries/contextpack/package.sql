-- The functions, methods, types and values that a package or a file declares, as rows of related.sql. The
-- order is: exported before private, much used before little used. Tests are left out, unless the file is one.
--
-- $1 the directories of the packages; $2 the ids of files.
SELECT 'declaration', 0, s.symbol_id, s.symbol, s.kind, s.is_test, s.is_external, s.is_exported, s.container_id, s.file_id, s.file_path, s.start_line, s.end_line,
  s.start_pos, s.end_pos, s.ref_count, f.is_generated, s.signature, coalesce(s.doc, '')
FROM symbols s
JOIN files f ON f.file_id = s.file_id
WHERE s.start_line IS NOT NULL
  AND (list_contains($1::VARCHAR[], f.module_path) AND NOT s.is_test OR list_contains($2::INTEGER[], s.file_id))
  AND (s.kind IN ('function', 'method') OR s.container_id IS NULL AND s.kind NOT IN ('package', 'field', 'parameter', 'local'))
ORDER BY NOT s.is_exported, f.is_generated, s.ref_count DESC, s.symbol;
