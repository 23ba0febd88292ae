-- What an answer says of the symbols that it shows, beside what nodes holds.
SELECT s.symbol_id, s.qualified_name, s.file_id, s.start_line, s.end_line, s.signature
FROM wanted w
JOIN symbols s ON s.symbol_id = w.symbol_id;
