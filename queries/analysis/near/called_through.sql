-- The calls of interface methods by which the target may run: where one is called through an interface that has
-- it from another, only if the target, or one of them, can run there.
--
-- $1 the ids of the interface methods; $2 the target's id.
SELECT r.symbol_id, r.file_id, r.start_line, r.role, r.enclosing_id
FROM refs r
ANTI JOIN (
  SELECT file_id, start_line, start_column
  FROM calls
  WHERE callee_id IN (SELECT unnest($1::INTEGER[])) AND dispatch_id IS NOT NULL
    AND dispatch_id NOT IN (SELECT dispatch_id FROM dispatches WHERE method_id = $2 OR method_id IN (SELECT unnest($1::INTEGER[])))
) c ON c.file_id = r.file_id AND c.start_line = r.start_line AND c.start_column = r.start_column
WHERE r.role = 'call' AND r.symbol_id IN (SELECT unnest($1::INTEGER[]));
