-- One module: its package and its files in its language.
--
-- $1 its directory, $2 whether tests count.
SELECT m.package_path, m.language, count(f.file_id) AS files, coalesce(sum(f.lines_total), 0)::BIGINT AS lines, m.test_file_count
FROM modules m
LEFT JOIN files f ON f.module_path = m.module_path AND f.language = m.language AND ($2::BOOLEAN OR NOT f.is_test)
WHERE m.module_path = $1::VARCHAR
GROUP BY m.package_path, m.language, m.test_file_count
