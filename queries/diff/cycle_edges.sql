-- The edges that can be part of a cycle, in the base (false) or the head (true): between functions by calls that name the callee (function), and between
-- packages by imports (import). The ends are numbers of the head, and negative for nodes that only the base has. Tests do not count.
WITH node AS ( -- the packages of both indexes, numbered
  SELECT module_path, row_number() OVER (ORDER BY module_path) AS id
  FROM (SELECT module_path FROM base.modules UNION SELECT module_path FROM head.modules)
)
SELECT 'function', false, coalesce(a.new_id, -s.caller_id)::BIGINT, coalesce(c.new_id, -s.callee_id)::BIGINT
FROM base.call_steps s
JOIN base.functions f ON f.function_id = s.caller_id AND NOT f.is_test
LEFT JOIN same a ON a.old_id = s.caller_id
LEFT JOIN same c ON c.old_id = s.callee_id
WHERE s.direct AND s.evidence_rank = 0 AND s.caller_id <> s.callee_id
  AND s.caller_id IN (SELECT callee_id FROM base.call_steps WHERE direct) AND s.callee_id IN (SELECT caller_id FROM base.call_steps WHERE direct)
UNION ALL
SELECT 'function', true, s.caller_id, s.callee_id
FROM head.call_steps s
JOIN head.functions f ON f.function_id = s.caller_id AND NOT f.is_test
WHERE s.direct AND s.evidence_rank = 0 AND s.caller_id <> s.callee_id
  AND s.caller_id IN (SELECT callee_id FROM head.call_steps WHERE direct) AND s.callee_id IN (SELECT caller_id FROM head.call_steps WHERE direct)
UNION ALL
SELECT DISTINCT 'import', false, a.id, c.id
FROM base.imports i
JOIN base.files f ON f.file_id = i.file_id AND NOT f.is_test AND NOT f.is_fixture
LEFT JOIN moved_directory ma ON ma.old_path = i.module_path
LEFT JOIN moved_directory mc ON mc.old_path = i.imported_module_path
JOIN node a ON a.module_path = coalesce(ma.new_path, i.module_path)
JOIN node c ON c.module_path = coalesce(mc.new_path, i.imported_module_path)
WHERE a.id <> c.id
UNION ALL
SELECT DISTINCT 'import', true, a.id, c.id
FROM head.imports i
JOIN head.files f ON f.file_id = i.file_id AND NOT f.is_test AND NOT f.is_fixture
JOIN node a ON a.module_path = i.module_path
JOIN node c ON c.module_path = i.imported_module_path
WHERE a.id <> c.id;
