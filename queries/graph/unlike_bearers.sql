-- The methods that constraints and generic interfaces have from the interfaces that they embed, by
-- name. What calls one calls the method of the embedded interface, so that only relations of types
-- lack anything.
CREATE OR REPLACE TABLE unlike_inherited AS
WITH RECURSIVE inherited(type_id, base) AS (
  SELECT m.type_id, m.member_type_id
  FROM members m
  JOIN types t ON t.type_id = m.type_id AND t.kind = 'interface'
  WHERE m.kind = 'embedded' AND m.member_type_id IS NOT NULL AND m.type_id IN (SELECT type_id FROM unlike)
  UNION
  SELECT i.type_id, m.member_type_id
  FROM inherited i
  JOIN members m ON m.type_id = i.base AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
)
SELECT DISTINCT i.type_id, f.name
FROM inherited i
JOIN interface_methods f ON f.container_id = i.base;

-- The methods that bear the name of one of those, or of one that unlike.sql names.
CREATE OR REPLACE TABLE unlike_bearers AS
SELECT symbol_id, container_id AS type_id, name
FROM symbols
WHERE kind IN ('method', 'interface_method') AND name IN (SELECT name FROM unlike_methods UNION ALL SELECT name FROM unlike_inherited);
