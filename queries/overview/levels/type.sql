-- The types and the uses of another type or its members, in a declaration or in a method. A type that a method declares is a part of the
-- method's type: it would only be in a cycle with it. Places are as in module.sql.
CREATE OR REPLACE TABLE type_nodes AS
SELECT t.type_id AS id, t.symbol AS name, t.file_path AS path, 1 AS files, t.end_line - t.start_line + 1 AS lines,
  t.is_test::INTEGER AS test_files, CASE WHEN t.is_test THEN t.end_line - t.start_line + 1 ELSE 0 END AS test_lines
FROM types t
JOIN symbols s ON s.symbol_id = t.type_id
LEFT JOIN functions m ON m.function_id = s.container_id AND m.is_method
WHERE m.function_id IS NULL;

-- The types of members.
CREATE OR REPLACE TABLE type_parts AS
SELECT id AS part_id, id AS type_id FROM type_nodes
UNION ALL
SELECT s.symbol_id, t.id
FROM symbols s
LEFT JOIN symbols m ON m.symbol_id = s.container_id AND m.kind = 'method'
JOIN type_nodes t ON t.id = coalesce(m.container_id, s.container_id)
WHERE s.kind IN ('method', 'interface_method', 'field', 'property', 'enum_member') OR s.symbol_id IN (SELECT type_id FROM types);

CREATE OR REPLACE TABLE type_edges AS
SELECT a.type_id AS from_id, b.type_id AS to_id, count(*) AS uses, count(*) FILTER (f.is_test) AS test_uses,
  min((f.is_test::BIGINT << 62) | (r.file_id::BIGINT << 32) | r.start_line) AS place, 'static' AS evidence
FROM refs r
JOIN type_parts a ON a.part_id = r.enclosing_id
JOIN type_parts b ON b.part_id = r.symbol_id
JOIN files f ON f.file_id = r.file_id
WHERE a.type_id <> b.type_id
GROUP BY a.type_id, b.type_id;
