-- One symbol with its doc, file and complexity. The counts: its certain callers and callees, and the
-- interface methods of the repository that it implements. In a language in which rules decide each call, all calls count.
--
-- $1 its id.
WITH certain AS (
  SELECT caller_id, callee_id
  FROM calls
  WHERE (callee_id = $1 OR caller_id = $1)
    AND (evidence <> 'heuristic' OR (SELECT language FROM symbols WHERE symbol_id = $1) IN (
      SELECT language FROM unknowns WHERE reason = 'heuristic_calls' AND symbol_id IS NULL AND name IS NULL))
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  coalesce(s.doc, ''), s.is_external, s.file_id, coalesce(f.complexity, 0),
  (SELECT count(DISTINCT caller_id) FROM certain WHERE callee_id = $1),
  (SELECT count(DISTINCT callee_id) FROM certain WHERE caller_id = $1),
  (SELECT count(DISTINCT i.symbol_id) FROM overrides o JOIN symbols i ON i.symbol_id = o.overridden_id AND NOT i.is_external WHERE o.method_id = $1)
FROM symbols s
LEFT JOIN functions f ON f.function_id = s.symbol_id
WHERE s.symbol_id = $1;
