-- The symbols of a list, as rows of related.sql.
--
-- $1 their ids.
SELECT 'match', 0, s.symbol_id, s.symbol, s.kind, s.is_test, s.is_external, s.is_exported, s.container_id, s.file_id, s.file_path, s.start_line, s.end_line,
  s.start_pos, s.end_pos, s.ref_count, f.is_generated, s.signature, coalesce(s.doc, '')
FROM symbols s
JOIN files f ON f.file_id = s.file_id
WHERE list_contains($1::INTEGER[], s.symbol_id);
