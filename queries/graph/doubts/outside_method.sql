-- A method from outside may be called through an interface method of its name: which
-- types outside the repository satisfy an interface is not in the index.
SELECT 'outside_method', count(DISTINCT e.callee_id)
FROM nodes a
JOIN symbols i ON i.name = a.name AND i.kind = 'interface_method'
JOIN edges e ON e.callee_id = i.symbol_id
WHERE a.asked AND a.is_external AND a.kind = 'method'
