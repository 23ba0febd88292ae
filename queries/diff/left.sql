-- The symbols that the head lacks: the name, the kind and the file.
SELECT s.symbol, s.kind, coalesce(s.file_path, '')
FROM pair p
JOIN base.symbols s ON s.symbol_id = p.old_id
WHERE p.new_id IS NULL AND s.file_path IS NOT NULL
ORDER BY s.symbol;
