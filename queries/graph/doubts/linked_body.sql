-- The functions on a walk that a go:linkname directive may give the body of another package. Those whose declaration does not end
-- in a body are counted (bodiless.go).
SELECT f.function_id, f.file_id, f.end_pos
FROM nodes a
JOIN functions f ON f.function_id = a.symbol_id
WHERE a.asked AND f.end_pos > 0 AND f.complexity = 1
  AND a.symbol_id IN (SELECT symbol_id FROM handed_over WHERE symbol IS NOT NULL)
ORDER BY f.file_id;
