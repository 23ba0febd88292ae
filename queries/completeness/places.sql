-- The paths of files and the stable names of symbols.
--
-- $1 the ids of the files; $2 the ids of the symbols.
SELECT 'file', file_id, file_path FROM files WHERE list_contains($1::INTEGER[], file_id)
UNION ALL
SELECT 'symbol', symbol_id, symbol FROM symbols WHERE list_contains($2::INTEGER[], symbol_id);
