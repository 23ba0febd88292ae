-- The symbols of a page.
--
-- $1 their ids.
SELECT symbol_id, name, symbol, kind, is_exported, file_path, start_line, end_line, signature, ref_count, external_ref_count, is_test
FROM symbols
WHERE symbol_id IN (SELECT unnest($1::INTEGER[]));
