-- The files and the uses of each other's declarations. Places are as in module.sql.
CREATE OR REPLACE TABLE file_nodes AS
SELECT file_id AS id, file_path AS name, file_path AS path, 1 AS files, lines_total AS lines,
  is_test::INTEGER AS test_files, CASE WHEN is_test THEN lines_total ELSE 0 END AS test_lines
FROM files
WHERE module_path IN (SELECT module_path FROM modules) AND language IN (SELECT DISTINCT language FROM symbols);

CREATE OR REPLACE TABLE file_edges AS
SELECT r.file_id AS from_id, s.file_id AS to_id, count(*) AS uses, CASE WHEN any_value(f.is_test) THEN count(*) ELSE 0 END AS test_uses,
  min((f.is_test::BIGINT << 62) | (r.file_id::BIGINT << 32) | r.start_line) AS place, 'static' AS evidence
FROM refs r
JOIN symbols s ON s.symbol_id = r.symbol_id
JOIN files f ON f.file_id = r.file_id
WHERE s.file_id <> r.file_id
GROUP BY r.file_id, s.file_id;
