-- The functions that return a type.
--
-- $1 the id of the type.
SELECT DISTINCT function_id, 0 FROM parameters WHERE type_id = $1 AND kind = 'result';
