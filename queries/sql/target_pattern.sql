-- The symbols of certain kinds whose stable name, qualified name or path a
-- pattern matches as a whole; those of the repository beat outside ones.
--
-- $1 the LIKE pattern, or NULL; $2 the regular expression of a glob, or NULL; $3
-- the kinds.
--
-- DESIGN: there is no params CTE: DuckDB compiles a regular expression once when it
-- is a bound value, and for every row when it is a column (500,000 rows: 0.1 s, 10 s).
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, 5 AS step
FROM symbols
WHERE list_contains($3::VARCHAR[], kind)
  AND (symbol LIKE $1::VARCHAR OR qualified_name LIKE $1::VARCHAR OR file_path LIKE $1::VARCHAR
    OR regexp_full_match(symbol, $2::VARCHAR) OR regexp_full_match(qualified_name, $2::VARCHAR) OR regexp_full_match(file_path, $2::VARCHAR))
QUALIFY dense_rank() OVER (ORDER BY is_external) = 1
ORDER BY symbol;
