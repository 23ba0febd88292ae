-- A target, or what it is another name of, belongs to the interfaces that types are not, or
-- not always, compared with: generic ones, constraints, and some without a name.
--
-- DESIGN: what the recursion finds is joined with no large table, of which DuckDB would hash
-- the whole, in 30 ms.
WITH RECURSIVE named(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT r.to_type_id FROM named n JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
)
SELECT count(*) AS uncompared_types
FROM (
  SELECT id
  FROM named
  WHERE id IN (SELECT u.type_id FROM unlike u JOIN types t ON t.type_id = u.type_id WHERE t.kind = 'interface')
  UNION ALL
  SELECT id
  FROM named
  WHERE id IN (SELECT type_id FROM types WHERE kind = 'type_alias') AND id NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias')
  UNION ALL
  SELECT id
  FROM seeds
  WHERE id IN (SELECT symbol_id FROM unlike_methods)
) uncompared;
