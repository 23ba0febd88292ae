-- The sites, with the symbols that they lead through.
SELECT s.symbol_id, s.file_id, s.file_path, s.line, s.start_column, v.symbol
FROM sites s
JOIN nodes v ON v.symbol_id = s.via;
