-- A method from outside may be called through an interface method of its name: which
-- types outside the repository satisfy an interface is not in the index.
SELECT 'outside_method', count(DISTINCT i.symbol_id)
FROM nodes a
JOIN called_methods i ON i.name = a.name
WHERE a.asked AND a.is_external AND a.kind = 'method'
