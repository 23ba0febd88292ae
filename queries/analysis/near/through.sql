-- The calls of some interface methods.
--
-- $1 their ids, and the least and greatest of them.
SELECT file_id, start_line, role, enclosing_id
FROM refs
WHERE symbol_id BETWEEN $2 AND $3 AND list_contains($1::INTEGER[], symbol_id) AND role = 'call';
