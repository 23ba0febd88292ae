-- The sites, with the symbols that they lead through, the first of each symbol first.
SELECT s.symbol_id, s.file_id, f.file_path, s.line_column >> 32, s.line_column & 4294967295, v.symbol
FROM sites s
JOIN files f ON f.file_id = s.file_id
JOIN nodes v ON v.symbol_id = s.via
ORDER BY s.file_id, s.line_column, s.via;
