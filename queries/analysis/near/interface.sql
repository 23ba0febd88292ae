-- The interfaces that a type satisfies.
--
-- $1 the id of the type.
SELECT to_type_id, 0 FROM type_relations WHERE from_type_id = $1 AND relation = 'implements';
