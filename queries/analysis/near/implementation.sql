-- The types that satisfy an interface.
--
-- $1 the id of the interface.
SELECT from_type_id, 0 FROM type_relations WHERE to_type_id = $1 AND relation = 'implements';
