-- The methods with a name that are called through some interfaces, which embed them.
--
-- $1 the ids of the interfaces; $2 the name.
SELECT DISTINCT c.callee_id
FROM calls c
JOIN symbols s ON s.symbol_id = c.callee_id
WHERE s.name = $2 AND list_contains($1::INTEGER[], c.receiver_type_id);
