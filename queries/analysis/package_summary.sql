-- One module: its package and its symbols by kind.
--
-- $1 its directory, $2 whether tests count.
SELECT m.package_path, m.language,
  (SELECT count(*) FROM files f WHERE f.module_path = $1::VARCHAR AND ($2::BOOLEAN OR NOT f.is_test)) AS files,
  (SELECT coalesce(sum(lines_total), 0)::BIGINT FROM files f WHERE f.module_path = $1::VARCHAR AND ($2::BOOLEAN OR NOT f.is_test)) AS lines
FROM modules m
WHERE m.module_path = $1::VARCHAR
