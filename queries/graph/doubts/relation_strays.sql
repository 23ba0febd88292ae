-- What is declared in files outside the chosen build was compared with nothing. That counts which
-- is a target, or may be related to one:
-- a method that the target, or what it embeds, has there alone, if an interface has one of the name;
-- a method that bears the name of one of the target's, or, where that is or embeds an interface
-- from outside, whose methods are not all known but those of error, any;
-- a type that embeds the target, or what implements it, or is declared as such, going by their
-- names and other names of these;
-- an interface that declares a method of the target, or none but those that it embeds, unless
-- the target implements nothing of the name that it embeds.
--
-- DESIGN: DuckDB expects much of a recursion, and hashes all symbols to join it with them: 85 ms of 630,000, and
-- behind a list 1.
WITH RECURSIVE meant(id) AS (
  SELECT id FROM seeds
  UNION
  SELECT n.meant_id FROM meant m JOIN namesakes n ON n.type_id = m.id AND n.meant_id IS NOT NULL
),
wanted(type_id) AS (
  SELECT id FROM meant
  UNION
  SELECT m.member_type_id FROM wanted w JOIN members m ON m.type_id = w.type_id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
target AS (
  SELECT s.symbol_id, s.name, s.kind, s.container_id FROM meant t JOIN symbols s ON s.symbol_id = t.id
),
whole AS (
  SELECT s.symbol_id, s.symbol, s.name, s.kind, s.is_external AND s.symbol <> 'builtin.error' AS is_unknown
  FROM (SELECT unnest(list(type_id)) AS id FROM wanted) w
  JOIN symbols s ON s.symbol_id = w.id
),
named AS (
  SELECT m.name FROM wanted w JOIN members m ON m.type_id = w.type_id AND m.kind = 'interface_method'
  UNION
  SELECT name FROM target WHERE kind = 'interface_method'
  UNION
  SELECT 'Error' FROM whole WHERE name = 'error'
),
implementing AS (
  SELECT name FROM whole WHERE EXISTS (SELECT 1 FROM target WHERE kind IN ('interface', 'interface_method'))
  UNION
  SELECT s.name
  FROM type_relations r
  JOIN symbols s ON s.symbol_id = r.from_type_id
  WHERE r.relation = 'implements' AND r.to_type_id IN (SELECT coalesce(container_id, symbol_id) FROM target WHERE kind IN ('interface', 'interface_method'))
),
called(name) AS (
  SELECT name FROM implementing
  UNION
  SELECT n.name FROM called c JOIN namesakes n ON n.meant = c.name
),
bearing AS (
  SELECT name FROM symbols WHERE kind = 'method' AND container_id IN (SELECT symbol_id FROM whole WHERE kind <> 'interface')
  UNION
  SELECT name FROM target WHERE kind = 'method'
),
satisfied AS (
  SELECT s.name
  FROM type_relations r
  JOIN symbols s ON s.symbol_id = r.to_type_id
  WHERE r.relation = 'implements' AND r.from_type_id IN (SELECT CASE kind WHEN 'method' THEN container_id ELSE symbol_id END FROM target)
),
refuted AS (
  SELECT type_id
  FROM stray_members
  WHERE kind = 'interface' AND is_what = 'embedded' AND embedded IN (SELECT name FROM types WHERE kind = 'interface') AND embedded NOT IN (SELECT name FROM satisfied)
    AND embedded NOT IN (SELECT name FROM namesakes)
)
SELECT count(*) AS outside_build
FROM strays
WHERE symbol_id IN (SELECT id FROM seeds)
  OR symbol_id IN (
    SELECT g.symbol_id
    FROM strays g
    JOIN whole w ON g.kind = 'method' AND w.kind <> 'interface' AND g.base = w.symbol || '.' || g.name
    JOIN interface_methods i ON i.name = g.name
    WHERE g.base NOT IN (SELECT symbol FROM symbols WHERE kind = 'method' AND name IN (SELECT name FROM strays)))
  OR kind = 'method' AND (name IN (SELECT name FROM named) OR EXISTS (SELECT 1 FROM whole WHERE is_unknown AND kind = 'interface'))
  OR symbol_id IN (SELECT type_id FROM stray_members WHERE kind <> 'interface' AND embedded IN (SELECT name FROM called))
  OR kind = 'type' AND symbol_id IN (SELECT type_id FROM namesakes WHERE meant IN (SELECT name FROM called UNION SELECT name FROM satisfied))
  OR kind = 'interface' AND EXISTS (SELECT 1 FROM bearing) AND symbol_id NOT IN (SELECT type_id FROM refuted)
    AND symbol_id IN (SELECT type_id FROM stray_members GROUP BY type_id HAVING bool_or(name IN (SELECT name FROM bearing)) OR bool_and(is_what = 'embedded'));
