-- The targets and their aliases, which change with them.
WITH RECURSIVE named(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT r.from_type_id FROM named n JOIN type_relations r ON r.to_type_id = n.id AND r.relation = 'alias'
)
SELECT id FROM named;
