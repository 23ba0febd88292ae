-- The calls of what calls the target.
--
-- $1 the id of the target.
SELECT callee_id, file_id, start_line, 'call', caller_id
FROM calls
WHERE callee_id IN (SELECT caller_id FROM calls WHERE callee_id = $1 AND caller_id <> $1);
