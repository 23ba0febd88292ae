-- The number of results of each kind that the filters keep, the number of modules with such results that hold no target, and the number of
-- results outside tests that must change, with that of the implementations among them, and of tests that must change.
--
-- $1 the change: signature, behavior, removal or add-method.
SELECT count(*) FILTER (label LIKE 'implementation %'), count(*) FILTER (label LIKE 'direct_caller %'),
  count(*) FILTER (label LIKE 'transitive %'), count(*) FILTER (label LIKE 'test %'),
  count(DISTINCT s.module_path) FILTER (s.module_path NOT IN (
    SELECT o.module_path FROM target t JOIN symbols o ON o.symbol_id = t.symbol_id WHERE o.module_path IS NOT NULL)),
  count(*) FILTER (f.changes AND NOT f.tests), count(*) FILTER (f.changes AND NOT f.tests AND label LIKE '% implementing'), count(*) FILTER (f.changes AND f.tests)
FROM (
  SELECT *, coalesce(is_test, false) AS tests, $1::VARCHAR <> 'behavior' AND NOT is_external
    AND (label LIKE '% must_update%' OR (label LIKE '% follows%' AND $1::VARCHAR IN ('signature', 'add-method'))) AS changes
  FROM found
) f
JOIN symbols s ON s.symbol_id = f.symbol_id
WHERE NOT f.left_out;
