-- The methods that calls go to otherwise where tests are built with the code, or in another build: those that a type has by what it embeds,
-- where tests or files of another build declare one of the name for it; and those of types that such files declare otherwise.
-- A name is empty where any is meant.
CREATE OR REPLACE TABLE replaced AS
WITH RECURSIVE steps AS (
  SELECT type_id, member_type_id AS of_type_id
  FROM members
  WHERE kind = 'embedded' AND member_type_id IS NOT NULL
  UNION ALL
  SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'alias'
),
elsewhere AS (
  SELECT name, kind, split_part(symbol, '#', 1) AS base
  FROM symbols
  WHERE is_outside_build(symbol, name, kind, file_path)
),
declared AS (
  SELECT m.container_id AS type_id, m.name, true AS is_test
  FROM symbols m
  JOIN types t ON t.type_id = m.container_id
  WHERE m.kind = 'method' AND m.is_test AND NOT t.is_test
  UNION
  SELECT t.type_id, e.name, false
  FROM elsewhere e
  JOIN types t ON t.symbol = left(e.base, length(e.base) - length(e.name) - 1)
  WHERE e.kind = 'method'
  UNION
  SELECT t.type_id, '', false
  FROM elsewhere e
  JOIN types t ON t.symbol = e.base
),
below(type_id, name, is_test) AS (
  SELECT s.of_type_id, d.name, d.is_test FROM declared d JOIN steps s ON s.type_id = d.type_id
  UNION
  SELECT s.of_type_id, b.name, b.is_test FROM below b JOIN steps s ON s.type_id = b.type_id
)
SELECT DISTINCT r.type_id, r.name, r.is_test
FROM (FROM below UNION ALL FROM declared WHERE name = '') r
JOIN symbols m ON m.container_id = r.type_id AND m.kind IN ('method', 'interface_method') AND r.name IN ('', m.name);
