-- The concrete types that implement the targets, and the methods that stand in for them.
--
-- DESIGN: two statements, as in implementations.sql.
WITH RECURSIVE standing(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT o.method_id FROM standing s JOIN concrete_overrides o ON o.overridden_id = s.id
)
SELECT id FROM standing WHERE id NOT IN (SELECT id FROM seeds)
UNION
SELECT r.from_type_id FROM seeds JOIN type_relations r ON r.to_type_id = seeds.id AND r.relation IN ('implements', 'extends');
