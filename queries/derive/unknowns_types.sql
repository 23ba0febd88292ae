-- The rows of derived_unknowns about relations between types and about members.

-- Generic interfaces and constraints are not compared with all types, nor are interfaces that an instance of a generic type may
-- implement. An alias is such a type when its type is, or is not known.
INSERT INTO derived.gap BY NAME
WITH RECURSIVE open(id) AS (
  SELECT u.type_id FROM derived.uncompared u JOIN types t ON t.type_id = u.type_id AND t.kind = 'interface'
  UNION
  SELECT interface_id FROM derived.possible_overrides
  UNION
  SELECT type_id FROM types WHERE kind = 'type_alias' AND type_id NOT IN (SELECT from_type_id FROM type_relations WHERE relation = 'alias')
  UNION
  SELECT r.from_type_id FROM open o JOIN type_relations r ON r.to_type_id = o.id AND r.relation = 'alias'
)
SELECT DISTINCT 'subtypes' AS about, o.id AS symbol_id, 'generic_instance' AS reason, 1 AS places
FROM open o
ANTI JOIN (SELECT symbol_id FROM derived.gap WHERE about = 'subtypes' AND reason = 'generic_instance') g ON g.symbol_id = o.id;

-- Generic types, and methods of such types, are not compared with all interfaces. Nor is any type with the uncompared interfaces that
-- ask for a method of a name that the type has.
INSERT INTO derived.gap BY NAME
WITH RECURSIVE inherited(type_id, part) AS (
  SELECT i.type_id, e.of_id
  FROM derived.uncompared i
  JOIN types t ON t.type_id = i.type_id AND t.kind = 'interface'
  JOIN derived.embedding e ON e.type_id = i.type_id
  UNION
  SELECT i.type_id, e.of_id FROM inherited i JOIN derived.embedding e ON e.type_id = i.part
),
asked AS MATERIALIZED (
  SELECT interface_id, symbol_id, name FROM derived.uncompared_methods
  UNION ALL
  SELECT i.type_id, f.symbol_id, f.name FROM inherited i JOIN derived.abstract f ON f.container_id = i.part
),
having_name AS MATERIALIZED (
  SELECT symbol_id, container_id AS type_id, name
  FROM symbols
  WHERE kind IN ('method', 'interface_method') AND name IN (SELECT name FROM asked)
),
owning(type_id, part) AS (
  SELECT DISTINCT type_id, type_id FROM having_name WHERE type_id IS NOT NULL
  UNION
  SELECT e.type_id, o.part FROM owning o JOIN derived.embedding e ON e.of_id = o.type_id
),
owned AS MATERIALIZED (
  SELECT DISTINCT o.type_id, h.name FROM owning o JOIN having_name h ON h.type_id = o.part
),
satisfying AS (
  SELECT o.type_id AS symbol_id, a.interface_id, a.symbol_id AS method_id
  FROM owned o
  JOIN asked a ON a.name = o.name AND a.interface_id IS NULL
  UNION ALL
  SELECT o.type_id, a.interface_id, NULL
  FROM owned o
  JOIN asked a ON a.name = o.name AND a.interface_id IS NOT NULL AND a.interface_id <> o.type_id
  GROUP BY o.type_id, a.interface_id
  HAVING count(DISTINCT a.name) = (SELECT count(DISTINCT b.name) FROM asked b WHERE b.interface_id = a.interface_id)
),
method AS (
  SELECT h.symbol_id, a.symbol_id AS asked_id
  FROM having_name h
  JOIN asked a ON a.name = h.name AND a.symbol_id <> h.symbol_id
),
generic AS (
  SELECT type_id AS symbol_id FROM derived.uncompared WHERE type_id NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
  UNION ALL
  SELECT m.symbol_id
  FROM derived.uncompared u
  JOIN symbols m ON m.container_id = u.type_id AND m.kind = 'method'
),
found AS (
  SELECT symbol_id, count(*) AS places FROM satisfying GROUP BY symbol_id
  UNION ALL
  SELECT symbol_id, count(*) FROM method GROUP BY symbol_id
  UNION ALL
  SELECT symbol_id, 1 FROM generic
)
SELECT 'supertypes' AS about, f.symbol_id, 'generic_instance' AS reason, sum(f.places) AS places
FROM found f
JOIN symbols s ON s.symbol_id = f.symbol_id AND NOT s.is_external
GROUP BY f.symbol_id;

-- A type implements interfaces without a name, which no answer lists.
INSERT INTO derived.gap BY NAME
SELECT 'supertypes' AS about, o.type_id AS symbol_id, 'unnamed_interface' AS reason, count(DISTINCT o.overridden_id) AS places,
  min({file_id: m.file_id, start_line: m.name_line, start_column: m.name_column}) FILTER (m.file_id IS NOT NULL) AS place
FROM overrides o
JOIN symbols m ON m.symbol_id = o.overridden_id
JOIN derived.abstract i ON i.symbol_id = o.overridden_id AND NOT i.is_external AND i.interface_id IS NULL
JOIN types t ON t.type_id = o.type_id
GROUP BY o.type_id;

-- Code uses members of an embedded type, and no source tells whether it reaches them through the embedded field. Where the field's
-- name is before the dot, the field has a reference. Methods of the embedded types use their own members, unless they name the holder.
INSERT INTO derived.gap BY NAME
WITH RECURSIVE held AS MATERIALIZED (
  SELECT member_id AS field_id, type_id, member_type_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL AND member_id IS NOT NULL
),
part AS MATERIALIZED (
  FROM derived.embedding
  UNION
  SELECT from_type_id, to_type_id FROM type_relations WHERE relation = 'copies'
),
own(field_id, type_id) AS (
  SELECT field_id, member_type_id FROM held
  UNION
  SELECT o.field_id, p.of_id FROM own o JOIN part p ON p.type_id = o.type_id
),
member AS MATERIALIZED (
  SELECT o.field_id, m.symbol_id
  FROM own o
  JOIN symbols m ON m.container_id = o.type_id AND m.kind IN ('field', 'method', 'interface_method')
),
used AS (
  SELECT m.field_id, m.symbol_id, r.file_id, r.start_line, r.start_column
  FROM member m
  JOIN refs r ON r.symbol_id = m.symbol_id
  JOIN symbols e ON e.symbol_id = r.enclosing_id
  ANTI JOIN refs named ON named.symbol_id = m.field_id AND named.file_id = r.file_id AND named.start_line = r.start_line
    AND named.end_column = r.start_column - 1
  LEFT JOIN own o ON o.field_id = m.field_id AND o.type_id = e.container_id
  WHERE o.field_id IS NULL
    OR EXISTS (SELECT 1 FROM held h JOIN refs n ON n.symbol_id = h.type_id WHERE h.field_id = m.field_id AND n.enclosing_id = r.enclosing_id)
  UNION ALL
  SELECT h.field_id, m.symbol_id, NULL, NULL, NULL
  FROM held h
  JOIN member m ON m.field_id = h.field_id
  JOIN overrides o ON o.type_id = h.type_id AND o.method_id = m.symbol_id
)
SELECT 'references' AS about, field_id AS symbol_id, 'promoted_uses' AS reason, count(*) AS places,
  min({file_id: file_id, start_line: start_line, start_column: start_column}) FILTER (file_id IS NOT NULL) AS place,
  arg_min(symbol_id, {file_id: file_id, start_line: start_line, start_column: start_column}) FILTER (file_id IS NOT NULL) AS cause
FROM used
GROUP BY field_id;
