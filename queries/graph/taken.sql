-- Where functions are used other than by a call, in memory.
CREATE OR REPLACE TABLE taken AS
SELECT r.symbol_id, r.file_id, r.start_line, r.start_column
FROM refs r
JOIN symbols s ON s.symbol_id = r.symbol_id AND s.kind IN ('function', 'method', 'interface_method')
WHERE r.role NOT IN ('call', 'import');
