-- How much is affected in each module, of all that the filters let through, and whether a target is in it.
SELECT
  count(*) FILTER (is_counted AND label LIKE 'implementation %'), count(*) FILTER (is_counted AND label LIKE 'direct_caller %'),
  count(*) FILTER (is_counted AND label LIKE 'transitive %'), count(*) FILTER (is_counted AND label LIKE 'test %'),
  f.module_path IS NOT NULL AND bool_or(is_counted), bool_or(is_target)
FROM (
  SELECT label, file_id, depth IS NOT NULL AND left_out IS NULL AS is_counted, symbol_id IN (SELECT id FROM seeds) AS is_target
  FROM nodes
) n
LEFT JOIN files f ON f.file_id = n.file_id
GROUP BY f.module_path;
