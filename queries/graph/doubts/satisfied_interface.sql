-- A target stands in for interface methods, and where its type is used as such an interface,
-- which a change of it may break, is not in the index.
SELECT count(DISTINCT i.caller_id) AS satisfied_interface
FROM seeds t
JOIN stand_ins i ON i.callee_id = t.id;
