-- One module: its package, its files in its language, and the number of its other files.
--
-- $1 its directory; $2 whether tests count.
SELECT m.package_path, m.language, count(*) FILTER (f.language = m.language) AS files,
  coalesce(sum(f.lines_total) FILTER (f.language = m.language), 0)::BIGINT AS lines, count(*) FILTER (f.language <> m.language) AS others, m.test_file_count
FROM modules m
LEFT JOIN files f ON f.module_path = m.module_path AND ($2::BOOLEAN OR NOT f.is_test)
WHERE m.module_path = $1::VARCHAR
GROUP BY m.package_path, m.language, m.test_file_count;
