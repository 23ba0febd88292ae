-- The places that use the target.
--
-- $1 the id of the target.
SELECT symbol_id, file_id, start_line, role, enclosing_id FROM refs WHERE symbol_id = $1 AND role <> 'import';
