-- The calls of some symbols.
--
-- $1 their ids.
SELECT symbol_id, file_id, start_line, role, enclosing_id
FROM refs
WHERE role = 'call' AND symbol_id IN (SELECT unnest($1::INTEGER[]));
