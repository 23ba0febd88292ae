-- The files of changed symbols, and whether they are functions that a test could reach.
--
-- $1 the ids of the symbols.
SELECT s.symbol_id, coalesce(s.file_path, ''), f.function_id IS NOT NULL AND NOT s.is_test AND s.start_line IS NOT NULL
FROM symbols s
LEFT JOIN functions f ON f.function_id = s.symbol_id
WHERE list_contains($1::INTEGER[], s.symbol_id) AND NOT s.is_external
ORDER BY s.symbol_id;
