-- A go:linkname directive may give a function on the walk the body of another package. Whether it has one of its own is not known without
-- its text.
SELECT count(*) AS linkname_or_export
FROM nodes a
JOIN functions f ON f.function_id = a.symbol_id
WHERE a.asked AND f.complexity = 1
  AND a.symbol_id IN (SELECT symbol_id FROM handed_over WHERE symbol IS NOT NULL);
