-- Types in files that were parsed, but not type-checked, have a field of a target's name, or embed
-- what bears it or that of a type which embeds a target. Other names of these count too.
WITH RECURSIVE below(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT r.from_type_id FROM below b JOIN type_relations r ON r.to_type_id = b.id AND r.relation IN ('embeds', 'extends')
),
named(name, is_target) AS (
  SELECT s.name, s.symbol_id IN (SELECT id FROM seeds) FROM below b JOIN symbols s ON s.symbol_id = b.id
  UNION
  SELECT o.name, n.is_target FROM named n JOIN namesakes o ON o.meant = n.name
)
SELECT count(DISTINCT m.type_id) AS unresolved_members
FROM untyped_members m
JOIN named n ON n.name = m.name
WHERE m.kind = 'embedded' OR n.is_target;
