-- The largest modules, and those that most others import: $1 of each, the first in their
-- parts. Tests do not count.
WITH used AS (
  SELECT i.imported_module_path AS module_path, count(DISTINCT i.module_path) AS n
  FROM imports i
  JOIN files f ON f.file_id = i.file_id
  WHERE i.imported_module_path <> i.module_path AND NOT f.is_test
  GROUP BY i.imported_module_path
),
measured AS (
  SELECT m.module_path, m.language, coalesce(f.files, 0) AS files, coalesce(f.lines, 0) AS lines, coalesce(u.n, 0) AS used
  FROM modules m
  LEFT JOIN (SELECT module_path, count(*) AS files, sum(lines_code)::BIGINT AS lines FROM files WHERE NOT is_test AND NOT is_generated GROUP BY module_path) f ON f.module_path = m.module_path
  LEFT JOIN used u ON u.module_path = m.module_path
)
(SELECT 'largest' AS part, * FROM measured WHERE lines > 0 ORDER BY lines DESC, module_path LIMIT $1)
UNION ALL
(SELECT 'most used', * FROM measured WHERE used > 0 ORDER BY used DESC, module_path LIMIT $1)
