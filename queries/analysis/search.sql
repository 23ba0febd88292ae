-- The symbols with these ids, which stand in one text.
SELECT s.symbol_id, s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count
FROM (SELECT unnest(string_split($1, ' '))::BIGINT AS symbol_id) page
JOIN symbols s USING (symbol_id)
