-- Instances of a generic type may implement a target, or what it is another name of, of
-- which nobody knows.
WITH RECURSIVE named(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT r.to_type_id FROM named n JOIN type_relations r ON r.from_type_id = n.id AND r.relation = 'alias'
)
SELECT count(DISTINCT h.type_id) AS uncompared_types
FROM half_compared h
JOIN named n ON n.id IN (h.interface_id, h.overridden_id);
