-- The largest modules, and the modules with most importers. Files in the module's language count,
-- without tests and testdata; the largest modules have the most handwritten lines.
--
-- $1 the number of modules of each part.
WITH used AS (
  SELECT i.imported_module_path AS module_path, count(DISTINCT i.module_path) AS n
  FROM imports i
  JOIN files f ON f.file_id = i.file_id
  WHERE i.imported_module_path <> i.module_path AND NOT f.is_test
  GROUP BY i.imported_module_path
),
sized AS (
  SELECT f.module_path, f.language, count(*) AS files, sum(lines_code)::BIGINT AS lines, coalesce(sum(lines_code) FILTER (is_generated), 0)::BIGINT AS generated
  FROM files f
  WHERE NOT is_test AND NOT regexp_matches(f.module_path, '(^|/)testdata(/|$)')
  GROUP BY f.module_path, f.language
),
measured AS (
  SELECT m.module_path, coalesce(z.files, 0) AS files, coalesce(z.lines, 0) AS lines, coalesce(z.generated, 0) AS generated, coalesce(u.n, 0) AS used
  FROM modules m
  LEFT JOIN sized z ON z.module_path = m.module_path AND z.language = m.language
  LEFT JOIN used u ON u.module_path = m.module_path
)
(SELECT 'largest' AS part, * FROM measured WHERE lines > generated ORDER BY lines - generated DESC, module_path LIMIT $1)
UNION ALL
(SELECT 'most used', * FROM measured WHERE used > 0 ORDER BY used DESC, module_path LIMIT $1);
