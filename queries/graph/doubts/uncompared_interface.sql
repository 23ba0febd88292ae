-- A method bears the name of an interface method that is called, and nobody looked
-- whether it stands in for that.
SELECT 'uncompared_interface', count(DISTINCT i.symbol_id)
FROM uncompared i
JOIN nodes a ON a.name = i.name AND a.asked AND a.kind = 'method'
WHERE NOT EXISTS (SELECT 1 FROM stands_in o WHERE o.method_id = a.symbol_id AND o.overridden_id = i.symbol_id)
