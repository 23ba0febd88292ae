-- The types that an alias means, the nearest first.
--
-- $1 the id of the alias.
WITH RECURSIVE meant(id, step) AS (
  SELECT to_type_id, 1 FROM type_relations WHERE from_type_id = $1::INTEGER AND relation = 'alias'
  UNION
  SELECT r.to_type_id, m.step + 1 FROM meant m JOIN type_relations r ON r.from_type_id = m.id AND r.relation = 'alias' WHERE m.step < 100
)
SELECT s.symbol_id, s.symbol
FROM meant m
JOIN symbols s ON s.symbol_id = m.id
ORDER BY m.step, s.symbol;
