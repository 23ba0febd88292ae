-- Every use of the targets, in the function or type around it. The label is its role.
-- Uses are certain, but for what was matched by name only: calls, and all in files without types.
WITH guessed AS (
  SELECT c.callee_id, c.file_id, c.start_line, c.start_column
  FROM calls c
  JOIN seeds t ON t.id = c.callee_id
  WHERE c.evidence = 'heuristic'
)
SELECT 1 AS depth, CASE WHEN f.is_untyped OR g.callee_id IS NOT NULL THEN 3 ELSE 0 END AS rank,
  r.enclosing_id AS symbol_id, coalesce(s.symbol, f.file_path) AS symbol, coalesce(s.kind, 'file') AS kind, false AS is_external,
  f.is_test, f.file_path, r.file_id::BIGINT << 32 | r.start_line AS place, f.file_path AS place_path, r.start_column AS place_column, t.symbol AS via, r.role AS label
FROM seeds
JOIN refs r ON r.symbol_id = seeds.id
JOIN symbols t ON t.symbol_id = seeds.id
JOIN files f ON f.file_id = r.file_id
LEFT JOIN symbols s ON s.symbol_id = r.enclosing_id
LEFT JOIN guessed g ON g.callee_id = r.symbol_id AND g.file_id = r.file_id AND g.start_line = r.start_line AND g.start_column = r.start_column;
