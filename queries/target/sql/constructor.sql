-- The methods of a class that calls of the class run: its constructors.
--
-- $1 the id of the class.
SELECT DISTINCT s.symbol_id, s.symbol, s.kind, coalesce(s.file_path, ''), coalesce(s.start_line, 0), coalesce(s.end_line, 0), s.qualified_name,
  coalesce(s.package_path, ''), s.is_external, 0, 0, 0, 0
FROM refs r
JOIN calls c ON c.file_id = r.file_id AND c.start_line = r.start_line AND c.start_column = r.start_column
JOIN symbols s ON s.symbol_id = c.callee_id AND s.container_id = r.symbol_id AND s.kind = 'method'
WHERE r.symbol_id = $1 AND r.role = 'call'
ORDER BY s.symbol;
