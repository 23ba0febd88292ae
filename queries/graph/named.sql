-- The names of the symbols that an answer shows.
SELECT s.symbol_id, s.symbol, s.kind, s.is_external, coalesce(s.file_path, '')
FROM shown w
JOIN symbols s ON s.symbol_id = w.symbol_id;
