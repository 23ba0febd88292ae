-- The types that implement the targets, and the methods that they have for them.
--
-- DESIGN: two statements, as in implementations.sql.
SELECT o.method_id AS id FROM seeds JOIN concrete_overrides o ON o.overridden_id = seeds.id
UNION
SELECT r.from_type_id FROM seeds JOIN type_relations r ON r.to_type_id = seeds.id AND r.relation IN ('implements', 'extends');
