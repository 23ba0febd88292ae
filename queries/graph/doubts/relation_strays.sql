-- A target is declared in a file outside the chosen build, or a method
-- there bears the name of one of its methods, and nobody compared them. Of an interface
-- from outside the methods are not known.
WITH RECURSIVE wanted(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT m.member_type_id FROM wanted w JOIN members m ON m.type_id = w.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
target AS (
  SELECT s.* FROM seeds t JOIN symbols s ON s.symbol_id = t.id
),
named AS (
  SELECT m.name FROM wanted w JOIN members m ON m.type_id = w.type_id AND m.kind = 'interface_method'
  UNION
  SELECT name FROM target WHERE kind = 'interface_method'
)
SELECT count(*) AS outside_build
FROM strays
WHERE symbol_id IN (SELECT id FROM seeds)
  OR kind = 'method' AND (name IN (SELECT name FROM named) OR EXISTS (SELECT 1 FROM target WHERE is_external AND kind = 'interface'));
