-- The declarations of files in their order. A declaration comes before the declarations in it.
--
-- $1 the ids of the files; $2 the ids of the only symbols, with their members; NULL for all.
SELECT file_id, coalesce(container_id, 0), end_pos, kind, start_line, end_line, signature, coalesce(doc, ''), is_exported
FROM symbols
WHERE list_contains($1::INTEGER[], file_id) AND start_line IS NOT NULL
  AND ($2::INTEGER[] IS NULL OR list_contains($2::INTEGER[], symbol_id) OR list_contains($2::INTEGER[], container_id))
ORDER BY file_path, start_pos, end_pos DESC, symbol_id;
