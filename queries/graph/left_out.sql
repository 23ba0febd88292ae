-- Of what was found, what the filters don't let through is no result.
--
-- $1 the regular expression of the scope, or NULL; $2 that of what is excluded, or
-- NULL; $3 whether tests count.
--
-- DESIGN: there is no params CTE: DuckDB compiles a regular expression once when it
-- is a bound value, and for every row when it is a column (500,000 rows: 0.1 s, 10 s).
-- And it makes a new plan for each value that is bound in a condition: so no other
-- statement has these, and this one is asked where there are filters.
UPDATE nodes SET left_out = true
WHERE (
  ($1::VARCHAR IS NULL OR (file_path IS NOT NULL AND regexp_full_match(file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR file_path IS NULL OR NOT regexp_full_match(file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT is_test)
) IS NOT TRUE;
