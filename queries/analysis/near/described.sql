-- What a context says of symbols.
--
-- $1 their ids.
SELECT symbol_id, symbol, kind, is_test, is_external, container_id, file_id, file_path, start_line, end_line, start_pos, end_pos, ref_count,
  coalesce(file_id IN (SELECT file_id FROM files WHERE is_generated), false)
FROM symbols
WHERE symbol_id IN (SELECT unnest($1::INTEGER[]));
