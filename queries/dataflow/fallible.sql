-- The functions that may have a result of type error.
SELECT symbol_id FROM symbols
WHERE kind IN ('function', 'method', 'interface_method') AND contains(signature, 'error')
ORDER BY symbol_id;
