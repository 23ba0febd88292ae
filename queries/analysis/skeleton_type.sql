-- Where types and their methods are declared, the types first.
--
-- $1 the ids of the types.
SELECT s.file_id, s.file_path, s.language, s.is_test, s.symbol_id, s.name_line, s.name_column
FROM symbols s
WHERE s.file_id IS NOT NULL
  AND (list_contains($1::INTEGER[], s.symbol_id) OR list_contains($1::INTEGER[], s.container_id) AND s.kind = 'method')
ORDER BY s.kind = 'method', s.file_path, s.name_line, s.name_column;
