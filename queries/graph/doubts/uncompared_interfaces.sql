-- A target, or what it is another name of, belongs to the interfaces that types are not, or
-- not always, compared with: generic ones, constraints, and those without a name in files without types and in older indexes.
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
  SELECT t.id
  FROM seeds t
  JOIN symbols s ON s.symbol_id = t.id
  WHERE NOT s.is_external AND s.kind = 'interface_method'
    AND (s.container_id IN (SELECT type_id FROM unlike)
      OR (NOT compares_unnamed() OR s.file_id IN (SELECT file_id FROM files WHERE is_untyped)) AND coalesce(s.container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface'))
) uncompared;
