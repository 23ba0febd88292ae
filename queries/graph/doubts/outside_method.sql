-- A method from outside may be called through an interface method of its name: which
-- types outside the repository satisfy an interface is not in the index.
SELECT count(DISTINCT i.symbol_id) AS outside_method
FROM nodes a
JOIN interface_methods i ON i.name = a.name
WHERE a.asked AND a.is_external AND a.kind = 'method' AND i.symbol_id IN (SELECT callee_id FROM steps_into UNION ALL SELECT method_id FROM dispatched);
