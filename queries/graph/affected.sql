-- The targets and their aliases, which change with them.
--
-- $1 the targets' ids; $2 of each whether it is a function or method.
WITH RECURSIVE named(id, is_called) AS (
  SELECT unnest($1::INTEGER[]), unnest($2::BOOLEAN[])
  UNION
  SELECT r.from_type_id, false FROM named n JOIN type_relations r ON r.to_type_id = n.id AND r.relation = 'alias'
)
SELECT id, is_called FROM named;
