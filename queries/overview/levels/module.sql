-- The modules and the imports between them. A place is the file and line of the first import, imports outside tests first. The imports of
-- a separate program in the folder of a package count as those of tests.
CREATE OR REPLACE TABLE module_nodes AS
SELECT row_number() OVER (ORDER BY m.module_path) AS id, m.module_path AS name,
  CASE m.module_path WHEN '.' THEN '' ELSE m.module_path || '/' END AS path,
  count(*) AS files, sum(f.lines_total) AS lines,
  count(*) FILTER (f.is_test) AS test_files, coalesce(sum(f.lines_total) FILTER (f.is_test), 0) AS test_lines
FROM modules m
JOIN files f ON f.module_path = m.module_path
GROUP BY m.module_path;

CREATE OR REPLACE TABLE module_edges AS
SELECT a.id AS from_id, b.id AS to_id, count(DISTINCT i.file_id) AS uses, count(DISTINCT i.file_id) FILTER (f.is_test) AS test_uses,
  min((f.is_test::BIGINT << 62) | (i.file_id::BIGINT << 32) | i.start_line) AS place, 'static' AS evidence
FROM imports i
JOIN (SELECT file_id, is_test OR file_id IN (SELECT file_id FROM programs) AS is_test FROM files) f ON f.file_id = i.file_id
JOIN module_nodes a ON a.name = i.module_path
JOIN module_nodes b ON b.name = i.imported_module_path
WHERE a.id <> b.id
GROUP BY a.id, b.id;
