-- The symbols that a walk found, filtered, and at most so many of each depth.
--
-- $1 the regular expression of the scope, or NULL; $2 that of what is excluded, or
-- NULL; $3 whether tests count; $4 how many of a depth.
--
-- DESIGN: there is no params CTE: DuckDB compiles a regular expression once when it
-- is a bound value, and for every row when it is a column (500,000 rows: 0.1 s, 10 s).
SELECT depth, rank, symbol_id, qualified_name, symbol, kind, is_external, file_path, start_line, end_line, signature,
  count(*) OVER (PARTITION BY depth ORDER BY symbol ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS level_found
FROM nodes
WHERE called
  AND ($1::VARCHAR IS NULL OR (file_path IS NOT NULL AND regexp_full_match(file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR file_path IS NULL OR NOT regexp_full_match(file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT is_test)
QUALIFY row_number() OVER (PARTITION BY depth ORDER BY symbol) <= $4
ORDER BY depth, symbol;
