-- Where files outside the chosen build declare the target: their paths end the stable names there.
--
-- $1 the target's stable name; $2 how many to return.
SELECT symbol, file_path, name_line, name_column
FROM (SELECT *, $1::VARCHAR || '#' AS base FROM symbols)
WHERE starts_with(symbol, base) AND ends_with(file_path, substr(symbol, length(base) + 1))
ORDER BY file_path, symbol
LIMIT $2::BIGINT;
