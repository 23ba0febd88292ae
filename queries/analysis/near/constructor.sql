-- The functions, but for methods, that return a type.
--
-- $1 the id of the type.
SELECT DISTINCT function_id, 0
FROM parameters
WHERE type_id = $1 AND kind = 'result' AND function_id IN (SELECT function_id FROM functions WHERE NOT is_method);
