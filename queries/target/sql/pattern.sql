-- The symbols of some kinds whose name, stable name, qualified name or path matches a pattern as a whole.
-- External symbols count only when no symbol of the repository matches.
--
-- $1 the LIKE pattern, or NULL; $2 the regular expression, or NULL; $3 the kinds.
--
-- DESIGN: the statement repeats the pattern's parameter. DuckDB compiles a bound regular expression
-- once, and one in a column for every row (500,000 rows: 0.1 s, 10 s).
SELECT symbol_id, symbol, kind, coalesce(file_path, ''), coalesce(start_line, 0), coalesce(end_line, 0), qualified_name,
  coalesce(package_path, ''), is_external, 0, 0, 0, 0
FROM symbols
WHERE list_contains($3::VARCHAR[], kind)
  AND (name LIKE $1::VARCHAR OR symbol LIKE $1::VARCHAR OR qualified_name LIKE $1::VARCHAR OR file_path LIKE $1::VARCHAR
    OR regexp_full_match(name, $2::VARCHAR) OR regexp_full_match(symbol, $2::VARCHAR) OR regexp_full_match(qualified_name, $2::VARCHAR) OR regexp_full_match(file_path, $2::VARCHAR))
QUALIFY dense_rank() OVER (ORDER BY is_external) = 1
ORDER BY symbol;
