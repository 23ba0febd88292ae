-- How many symbols a walk found at each depth, filtered.
--
-- $1 the regular expression of the scope, or NULL; $2 that of what is excluded, or
-- NULL; $3 whether tests count.
--
-- DESIGN: there is no params CTE here and in shown.sql: DuckDB compiles a regular
-- expression once when it is a bound value, and for every row when it is a column
-- (500,000 rows: 0.1 s, 10 s).
SELECT depth, count(*)
FROM nodes
WHERE depth IS NOT NULL
  AND ($1::VARCHAR IS NULL OR (file_path IS NOT NULL AND regexp_full_match(file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR file_path IS NULL OR NOT regexp_full_match(file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT is_test)
GROUP BY depth
ORDER BY depth;
