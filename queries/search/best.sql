-- The file of a symbol, and the number of functions that call it by name.
--
-- $1 its id.
SELECT file_id, (SELECT count(DISTINCT caller_id) FROM calls WHERE callee_id = $1 AND evidence <> 'heuristic')
FROM symbols
WHERE symbol_id = $1;
