-- The modules in paths that begin with $1, with the figures of a page. Without tests ($2) modules of tests alone are left out.
SELECT n.id, n.name, n.files - CASE WHEN $2 THEN 0 ELSE n.test_files END AS files, n.lines - CASE WHEN $2 THEN 0 ELSE n.test_lines END AS lines,
  CASE WHEN $2 THEN n.test_lines ELSE 0 END AS test_lines, coalesce(f.functions, 0) AS functions, coalesce(f.complexity, 0) AS complexity, coalesce(f.most, 0) AS most
FROM module_nodes n
LEFT JOIN (
  SELECT module_path, count(*) AS functions, sum(complexity) AS complexity, max(complexity) AS most
  FROM functions
  WHERE NOT is_test AND start_line IS NOT NULL
  GROUP BY module_path
) f ON f.module_path = n.name
WHERE begins(n.path, $1) AND ($2 OR n.files > n.test_files)
ORDER BY n.id;
