-- The parts of a symbol, in order: its parameters, with those of its type; the members of a type, and then its methods; its annotations.
--
-- $1 the symbol's id.
SELECT 0 AS section, kind, ordinal, coalesce(name, '') AS name, type_expr AS text, false AS exported, NULL AS file_path, NULL AS line
FROM parameters
WHERE function_id = $1
UNION ALL
SELECT 1, m.kind, row_number() OVER (ORDER BY m.start_line, m.ordinal), coalesce(m.name, ''), m.type_expr, m.is_exported, t.file_path, m.start_line
FROM members m
JOIN types t ON t.type_id = m.type_id
WHERE m.type_id = $1
UNION ALL
SELECT 2, kind, row_number() OVER (ORDER BY name, symbol), name, signature, is_exported, file_path, start_line
FROM symbols
WHERE container_id = $1 AND kind = 'method'
UNION ALL
SELECT 3, 'annotation', ordinal, name, coalesce(arguments, ''), false, NULL, start_line
FROM annotations
WHERE symbol_id = $1
ORDER BY section, ordinal;
