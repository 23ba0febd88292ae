-- The results of a question: of those that the filters let through, the first of each
-- depth, with how many there are of it.
--
-- $1 the regular expression of the scope, or NULL; $2 that of what is excluded, or
-- NULL; $3 whether tests count; $4 how many of a depth.
--
-- DESIGN: there is no params CTE: DuckDB compiles a regular expression once when it
-- is a bound value, and for every row when it is a column (500,000 rows: 0.1 s, 10 s).
SELECT depth, count(*) OVER (of_depth ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS found, rank, symbol_id, symbol, kind, is_external, coalesce(file_path, ''),
  place >> 32, place_path, place & 4294967295, place_column, coalesce(via, ''), coalesce(label, '')
FROM nodes
WHERE depth IS NOT NULL
  AND ($1::VARCHAR IS NULL OR (file_path IS NOT NULL AND regexp_full_match(file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR file_path IS NULL OR NOT regexp_full_match(file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT is_test)
WINDOW of_depth AS (PARTITION BY depth ORDER BY symbol, place, place_column, via, label)
QUALIFY row_number() OVER of_depth <= $4
ORDER BY depth, symbol, place, place_column, via, label;
