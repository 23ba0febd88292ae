-- A method bears the name of an interface method that is called, and nobody looked
-- whether it stands in for that.
SELECT count(DISTINCT i.symbol_id) AS uncompared_interface
FROM uncompared i
JOIN nodes a ON a.name = i.name AND a.asked AND a.kind = 'method'
WHERE NOT EXISTS (SELECT 1 FROM steps s WHERE s.callee_id = a.symbol_id AND s.caller_id = i.symbol_id AND s.label < 8);
