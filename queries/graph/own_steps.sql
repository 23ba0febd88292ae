-- What gives a type its methods and fields, in memory: types that it embeds, and what it is another name of.
CREATE OR REPLACE TABLE own_steps AS
SELECT type_id, member_type_id AS of_type_id
FROM members
WHERE kind = 'embedded' AND member_type_id IS NOT NULL
UNION ALL
SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'alias';
