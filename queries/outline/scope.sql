-- The scopes around a place, innermost first.
--
-- $1 the file's id; $2 the line; $3 the column, or 0 for all scopes that contain a part of the line.
SELECT c.kind, c.start_line, c.start_column, c.end_line, c.end_column, coalesce(s.symbol, ''), f.file_path
FROM scopes c
JOIN files f ON f.file_id = c.file_id
LEFT JOIN symbols s ON s.symbol_id = c.symbol_id
WHERE c.file_id = $1
  AND (c.kind = 'file' OR (c.start_line < $2 OR c.start_line = $2 AND ($3 = 0 OR c.start_column <= $3)) AND (c.end_line > $2 OR c.end_line = $2 AND ($3 = 0 OR c.end_column > $3)))
ORDER BY c.kind = 'file', c.start_line DESC, c.start_column DESC, c.end_line, c.end_column, c.kind;
