-- The methods that stand in for an interface method.
--
-- $1 the id of the interface method.
SELECT DISTINCT method_id, 0 FROM overrides WHERE overridden_id = $1;
