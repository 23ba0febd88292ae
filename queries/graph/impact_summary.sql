-- The number of results of each kind that the filters keep, and the number of modules with such results that hold no target.
SELECT count(*) FILTER (label LIKE 'implementation %'), count(*) FILTER (label LIKE 'direct_caller %'),
  count(*) FILTER (label LIKE 'transitive %'), count(*) FILTER (label LIKE 'test %'),
  count(DISTINCT s.module_path) FILTER (s.module_path NOT IN (
    SELECT o.module_path FROM target t JOIN symbols o ON o.symbol_id = t.symbol_id WHERE o.module_path IS NOT NULL))
FROM found f
JOIN symbols s ON s.symbol_id = f.symbol_id
WHERE NOT f.left_out;
