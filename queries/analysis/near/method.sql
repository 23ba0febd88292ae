-- The methods of a type or interface, and how much each is used.
--
-- $1 the id of the type.
SELECT symbol_id, ref_count FROM symbols WHERE container_id = $1 AND kind IN ('method', 'interface_method');
