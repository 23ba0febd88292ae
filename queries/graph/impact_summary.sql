-- How much is affected, of all that the filters let through.
SELECT
  count(*) FILTER (label LIKE 'implementation %'), count(*) FILTER (label LIKE 'direct_caller %'),
  count(*) FILTER (label LIKE 'transitive %'), count(*) FILTER (label LIKE 'test %'),
  count(DISTINCT own.module_path) FILTER (own.module_path NOT IN (
    SELECT s.module_path FROM seeds t JOIN symbols s ON s.symbol_id = t.id WHERE s.module_path IS NOT NULL))
FROM nodes n
LEFT JOIN files own ON own.file_id = n.file_id
WHERE n.depth IS NOT NULL
  AND n.left_out IS NULL;
