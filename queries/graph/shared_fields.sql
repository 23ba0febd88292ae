-- What gives a struct that is defined by another one its fields, in memory: that one.
--
-- DESIGN: it reads all references, so that only those ask who have to.
CREATE OR REPLACE TABLE shared_fields AS
SELECT DISTINCT enclosing_id AS type_id, symbol_id AS of_type_id
FROM refs
WHERE role = 'type' AND enclosing_id IN (SELECT type_id FROM types WHERE kind = 'struct' AND type_id NOT IN (SELECT type_id FROM members));
