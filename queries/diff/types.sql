-- The changed parts of types, and the types that only one index has.
SELECT s.symbol, s.kind, t.file_path, t.start_line, t.is_test, 'changed', c.name, coalesce(c.old_type, ''), coalesce(c.new_type, '')
FROM type_change c
JOIN head.types t ON t.type_id = c.new_id
JOIN head.symbols s ON s.symbol_id = c.new_id
UNION ALL
SELECT s.symbol, s.kind, s.file_path, s.start_line, s.is_test, 'new', '', '', s.signature
FROM pair p
JOIN head.symbols s ON s.symbol_id = p.new_id
JOIN head.types t ON t.type_id = p.new_id
WHERE p.old_id IS NULL
UNION ALL
SELECT s.symbol, s.kind, s.file_path, s.start_line, s.is_test, 'removed', '', s.signature, ''
FROM pair p
JOIN base.symbols s ON s.symbol_id = p.old_id
JOIN base.types t ON t.type_id = p.old_id
WHERE p.new_id IS NULL
UNION ALL
SELECT s.symbol, s.kind, s.file_path, s.start_line, s.is_test, CASE WHEN s.name = o.name THEN 'moved' ELSE 'renamed' END, '', o.symbol, ''
FROM moved m
JOIN head.symbols s ON s.symbol_id = m.new_id
JOIN base.symbols o ON o.symbol_id = m.old_id
JOIN head.types t ON t.type_id = m.new_id
ORDER BY ALL;
