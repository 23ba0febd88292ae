-- What gives a type its members, in memory: types that it embeds, what it is another name of, and of a
-- struct that is defined by another one that one, whose fields it has without its methods.
CREATE OR REPLACE TABLE own_steps AS
SELECT type_id, member_type_id AS of_type_id, true AS with_methods
FROM members
WHERE kind = 'embedded' AND member_type_id IS NOT NULL
UNION ALL
SELECT from_type_id, to_type_id, true FROM type_relations WHERE relation = 'alias'
UNION ALL
SELECT DISTINCT enclosing_id, symbol_id, false
FROM refs
WHERE role = 'type' AND enclosing_id IN (SELECT type_id FROM types WHERE kind = 'struct' AND type_id NOT IN (SELECT type_id FROM members));
