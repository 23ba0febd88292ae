-- A symbol calls a method of an interface from outside: what stands in for it
-- outside the repository is not known.
SELECT 'outside_interface', count(*)
FROM edges e
JOIN nodes a ON a.symbol_id = e.caller_id AND a.asked
JOIN symbols i ON i.symbol_id = e.callee_id AND i.is_external AND i.kind = 'interface_method'
