-- The declarations of files as the table of symbols has them, in the order in which they
-- stand there. What holds others comes before them.
--
-- $1 the ids of the files; $2 the ids of the only symbols that are wanted, NULL for all.
SELECT file_id, kind, start_line, end_line, signature, coalesce(doc, ''), is_exported
FROM symbols
WHERE list_contains($1::INTEGER[], file_id) AND start_line IS NOT NULL
  AND ($2::INTEGER[] IS NULL OR list_contains($2::INTEGER[], symbol_id) OR list_contains($2::INTEGER[], container_id))
ORDER BY file_path, start_pos, end_pos DESC, symbol_id;
