-- How much is affected, of all that the filters let through.
--
-- $1, $2, $3 as in results.sql.
SELECT
  count(*) FILTER (label LIKE 'implementation %'), count(*) FILTER (label LIKE 'direct_caller %'),
  count(*) FILTER (label LIKE 'transitive %'), count(*) FILTER (label LIKE 'test %'),
  count(DISTINCT own.module_path) FILTER (own.module_path NOT IN (
    SELECT s.module_path FROM seeds t JOIN symbols s ON s.symbol_id = t.id WHERE s.module_path IS NOT NULL))
FROM nodes n
LEFT JOIN files own ON own.file_id = n.file_id
WHERE n.depth IS NOT NULL
  AND ($1::VARCHAR IS NULL OR (n.file_path IS NOT NULL AND regexp_full_match(n.file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR n.file_path IS NULL OR NOT regexp_full_match(n.file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT n.is_test);
