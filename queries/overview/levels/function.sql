-- The functions and interface methods, and the calls between them, with the evidence of the best call: static, interface or heuristic.
-- Places are as in module.sql.
CREATE OR REPLACE TABLE function_nodes AS
SELECT function_id AS id, symbol AS name, file_path AS path, 1 AS files, coalesce(end_line - start_line + 1, 0) AS lines,
  is_test::INTEGER AS test_files, CASE WHEN is_test THEN coalesce(end_line - start_line + 1, 0) ELSE 0 END AS test_lines
FROM functions
UNION ALL
SELECT symbol_id, symbol, file_path, 1, end_line - start_line + 1, is_test::INTEGER, CASE WHEN is_test THEN end_line - start_line + 1 ELSE 0 END
FROM symbols
WHERE kind = 'interface_method' AND NOT is_external;

CREATE OR REPLACE TABLE function_edges AS
SELECT c.caller_id AS from_id, c.callee_id AS to_id, count(*) AS uses, count(*) FILTER (f.is_test) AS test_uses,
  min((f.is_test::BIGINT << 62) | (c.file_id::BIGINT << 32) | c.start_line) AS place,
  CASE WHEN bool_or(c.evidence = 'static') THEN 'static' WHEN bool_or(c.evidence = 'interface') THEN 'interface' ELSE min(c.evidence) END AS evidence
FROM calls c
JOIN function_nodes n ON n.id = c.callee_id
JOIN files f ON f.file_id = c.file_id
GROUP BY c.caller_id, c.callee_id;
