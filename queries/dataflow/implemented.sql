-- The number of methods that may run for interface methods.
--
-- $1 the ids of the interface methods.
SELECT count(*) FROM possible_callees WHERE list_contains($1::INTEGER[], callee_id);
