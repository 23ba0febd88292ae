-- The symbols of certain kinds whose stable name, qualified name or path a
-- pattern matches as a whole; those of the repository beat outside ones.
--
-- $1 the LIKE pattern, or NULL; $2 the regular expression of a glob, or NULL; $3
-- the kinds.
WITH params AS (
  SELECT $1::VARCHAR AS liked, $2::VARCHAR AS expression, $3::VARCHAR[] AS kinds
)
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, 5 AS step
FROM symbols s, params p
WHERE list_contains(p.kinds, s.kind)
  AND (symbol LIKE liked OR qualified_name LIKE liked OR file_path LIKE liked
    OR regexp_full_match(symbol, expression) OR regexp_full_match(qualified_name, expression) OR regexp_full_match(file_path, expression))
QUALIFY dense_rank() OVER (ORDER BY is_external) = 1
ORDER BY symbol;
