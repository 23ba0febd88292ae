-- One symbol with its doc, file, complexity and number of certain callees. In a language in which rules decide each call, all calls count.
--
-- $1 its id.
WITH certain AS (
  SELECT callee_id
  FROM calls
  WHERE caller_id = $1
    AND (evidence <> 'heuristic' OR (SELECT language FROM symbols WHERE symbol_id = $1) IN (
      SELECT language FROM unknowns WHERE reason = 'heuristic_calls' AND symbol_id IS NULL AND name IS NULL))
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  coalesce(s.doc, ''), s.is_external, s.file_id, coalesce(f.complexity, 0),
  (SELECT count(DISTINCT callee_id) FROM certain)
FROM symbols s
LEFT JOIN functions f ON f.function_id = s.symbol_id
WHERE s.symbol_id = $1;
