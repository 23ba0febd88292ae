-- modules: the counts are the numbers of rows with that module_path
WITH f AS (
  SELECT module_path, count(*) AS files, sum(lines_total) AS lines, sum(lines_code) AS code, count(*) FILTER (WHERE is_test) AS tests FROM files GROUP BY module_path
),
t AS (SELECT module_path, count(*) AS n, count(*) FILTER (WHERE is_exported) AS exported FROM types GROUP BY module_path),
g AS (SELECT module_path, count(*) AS n, count(*) FILTER (WHERE is_exported) AS exported FROM functions GROUP BY module_path),
i AS (SELECT module_path, count(DISTINCT imported_module) AS n, count(DISTINCT imported_module) FILTER (WHERE is_external) AS outside FROM imports GROUP BY module_path)
SELECT count(*), any_value(m.module_path)
FROM modules m
LEFT JOIN f ON f.module_path = m.module_path
LEFT JOIN t ON t.module_path = m.module_path
LEFT JOIN g ON g.module_path = m.module_path
LEFT JOIN i ON i.module_path = m.module_path
WHERE (m.file_count, m.total_lines, m.code_lines, m.test_file_count) IS DISTINCT FROM (coalesce(f.files, 0), coalesce(f.lines, 0), coalesce(f.code, 0), coalesce(f.tests, 0))
  OR (m.type_count, m.exported_type_count) IS DISTINCT FROM (coalesce(t.n, 0), coalesce(t.exported, 0))
  OR (m.function_count, m.exported_function_count) IS DISTINCT FROM (coalesce(g.n, 0), coalesce(g.exported, 0))
  OR (m.import_count, m.external_import_count) IS DISTINCT FROM (coalesce(i.n, 0), coalesce(i.outside, 0))
  OR m.depth <> CASE m.module_path WHEN '.' THEN 0 ELSE length(m.module_path) - length(replace(m.module_path, '/', '')) + 1 END;
