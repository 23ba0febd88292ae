-- How much is affected, of all that the filters let through.
SELECT
  count(*) FILTER (label LIKE 'implementation %'), count(*) FILTER (label LIKE 'direct_caller %'),
  count(*) FILTER (label LIKE 'transitive %'), count(*) FILTER (label LIKE 'test %'),
  count(DISTINCT own.module_path) FILTER (own.module_path NOT IN (
    SELECT f.module_path FROM seeds s JOIN nodes t ON t.symbol_id = s.id JOIN files f ON f.file_id = t.file_id))
FROM nodes n
LEFT JOIN files own ON own.file_id = n.file_id
WHERE n.depth IS NOT NULL
  AND n.left_out IS NULL;
