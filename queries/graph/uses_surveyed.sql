-- As uses.sql, of the first symbols whose values are taken.
--
-- $1 their ids; $2 how many places.
SELECT s.symbol, f.file_path, t.start_line, t.start_column
FROM (SELECT unnest($1::INTEGER[]) AS id) w
JOIN taken t ON t.symbol_id = w.id
JOIN symbols s ON s.symbol_id = w.id
JOIN files f ON f.file_id = t.file_id
ORDER BY s.symbol, t.file_id, t.start_line, t.start_column
LIMIT $2::BIGINT;
