-- The edges that can be part of a cycle, without tests: calls that name the callee (true), and imports of packages (false), by numbers.
WITH node AS (
  SELECT module_path, row_number() OVER (ORDER BY module_path) AS id FROM modules
)
SELECT true, s.caller_id::BIGINT << 32 | s.callee_id
FROM call_steps s
JOIN functions f ON f.function_id = s.caller_id AND NOT f.is_test
WHERE s.direct AND s.evidence_rank = 0 AND s.caller_id <> s.callee_id
UNION ALL
SELECT DISTINCT false, a.id << 32 | c.id
FROM imports i
JOIN files f ON f.file_id = i.file_id AND NOT f.is_test AND NOT f.is_fixture
JOIN node a ON a.module_path = i.module_path
JOIN node c ON c.module_path = i.imported_module_path
WHERE a.id <> c.id;
