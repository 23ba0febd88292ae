-- The first places where a symbol that the walk asked about is used other than by a call.
--
-- $1 how many places.
SELECT a.symbol, f.file_path, t.start_line, t.start_column
FROM taken t
JOIN nodes a ON a.symbol_id = t.symbol_id AND a.asked
JOIN files f ON f.file_id = t.file_id
ORDER BY a.symbol, t.file_id, t.start_line, t.start_column
LIMIT $1::BIGINT;
