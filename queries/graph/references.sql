-- Every use of the targets, with the rank of the evidence: uses are certain, but for calls that
-- were matched by name only.
WITH guessed AS (
  SELECT c.callee_id, c.file_id, c.start_line, c.start_column
  FROM calls c
  JOIN seeds t ON t.id = c.callee_id
  WHERE c.evidence = 'heuristic'
)
SELECT r.enclosing_id AS id, r.symbol_id AS target, CASE WHEN g.callee_id IS NULL THEN 0 ELSE 3 END AS rank,
  r.file_id, r.start_line AS line, r.start_column, r.role
FROM seeds
JOIN refs r ON r.symbol_id = seeds.id
LEFT JOIN guessed g ON g.callee_id = r.symbol_id AND g.file_id = r.file_id AND g.start_line = r.start_line AND g.start_column = r.start_column;
