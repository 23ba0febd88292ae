-- The methods of interfaces that structs embed, directly or in another interface: such a struct has
-- them among its own.
CREATE OR REPLACE TABLE promoted_methods AS
WITH RECURSIVE embedded(type_id) AS (
  SELECT to_type_id FROM type_relations WHERE relation = 'embeds'
  UNION
  SELECT r.to_type_id FROM embedded e JOIN type_relations r ON r.from_type_id = e.type_id AND r.relation IN ('extends', 'alias')
)
SELECT symbol_id
FROM interface_methods
WHERE container_id IN (SELECT type_id FROM embedded);
