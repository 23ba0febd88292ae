-- What an answer says of the symbols that it shows.
SELECT s.symbol_id, s.qualified_name, s.symbol, s.kind, s.is_external, s.file_id, s.file_path, s.start_line, s.end_line, s.signature
FROM wanted w
JOIN symbols s ON s.symbol_id = w.symbol_id;
