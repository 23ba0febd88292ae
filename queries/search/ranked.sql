-- The declarations that a question may ask about: their names or docs have a word of it, or a file declares them whose text has. Each has
-- the number of all declarations.
--
-- $1 the beginnings of the words, an expression; $2 the files.
SELECT s.symbol_id, s.name, s.qualified_name, coalesce(s.doc, ''), s.kind, s.is_test, s.is_exported, s.ref_count, s.file_id, s.file_path, s.start_pos, s.end_pos,
  f.is_generated OR f.is_vendored OR f.is_fixture AS is_made, (SELECT count(*) FROM symbols WHERE NOT is_external) AS total
FROM symbols s
JOIN files f ON f.file_id = s.file_id
WHERE NOT s.is_external AND s.end_pos IS NOT NULL AND s.kind NOT IN ('package', 'field', 'parameter', 'local', 'enum_member', 'property')
  AND (regexp_matches(s.qualified_name, $1::VARCHAR) OR regexp_matches(s.doc, $1::VARCHAR) OR list_contains($2::INTEGER[], s.file_id))
ORDER BY s.symbol_id;
