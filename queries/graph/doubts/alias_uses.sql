-- Uses of the other names that aliases give a target, a type, also by way of each other.
WITH RECURSIVE alias(id) AS (
  SELECT r.from_type_id FROM seeds t JOIN type_relations r ON r.to_type_id = t.id AND r.relation = 'alias'
  UNION
  SELECT r.from_type_id FROM alias a JOIN type_relations r ON r.to_type_id = a.id AND r.relation = 'alias'
)
SELECT count(*) AS alias_uses
FROM alias a
JOIN refs r ON r.symbol_id = a.id
WHERE a.id NOT IN (SELECT id FROM seeds);
