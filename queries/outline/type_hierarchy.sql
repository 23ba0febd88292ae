-- The types that a type is related to, each in its part of the answer, with the kind of relation and the depth.
--
-- $1 the id of the type; $2 the symbols that count: all, code or tests; $3 the number of rows; $4 the offset.
WITH RECURSIVE own(id) AS ( -- the type, and the types that it is an alias of
  SELECT $1::INTEGER
  UNION
  SELECT r.to_type_id FROM own o JOIN type_relations r ON r.from_type_id = o.id AND r.relation = 'alias'
),
above(id, relation, depth) AS (
  SELECT r.to_type_id, r.relation, 1
  FROM own o
  JOIN type_relations r ON r.from_type_id = o.id AND r.relation IN ('embeds', 'extends')
  UNION
  SELECT r.to_type_id, r.relation, a.depth + 1
  FROM above a
  JOIN type_relations r ON r.from_type_id = a.id AND r.relation = a.relation
  WHERE a.depth < 100
),
below(id, relation, depth) AS (
  SELECT r.from_type_id, r.relation, 1
  FROM own o
  JOIN type_relations r ON r.to_type_id = o.id AND r.relation IN ('embeds', 'extends')
  UNION
  SELECT r.from_type_id, r.relation, b.depth + 1
  FROM below b
  JOIN type_relations r ON r.to_type_id = b.id AND r.relation = b.relation
  WHERE b.depth < 100
),
related AS (
  SELECT CASE WHEN relation = 'embeds' THEN 'composes' ELSE 'implements' END AS part, CASE WHEN relation = 'embeds' THEN 'embedding' ELSE 'inheritance' END AS how, depth, false AS via_pointer, id
  FROM above
  UNION ALL
  SELECT CASE WHEN relation = 'embeds' THEN 'composed_by' ELSE 'implemented_by' END, CASE WHEN relation = 'embeds' THEN 'embedding' ELSE 'inheritance' END, depth, false, id
  FROM below
  UNION ALL
  SELECT 'implements', CASE WHEN r.relation = 'satisfies' THEN 'satisfies' ELSE 'interface_impl' END, 1, r.via_pointer, r.to_type_id
  FROM own o
  JOIN type_relations r ON r.from_type_id = o.id AND r.relation IN ('implements', 'satisfies')
  UNION ALL
  SELECT 'implemented_by', CASE WHEN r.relation = 'satisfies' THEN 'satisfies' ELSE 'interface_impl' END, 1, r.via_pointer, r.from_type_id
  FROM own o
  JOIN type_relations r ON r.to_type_id = o.id AND r.relation IN ('implements', 'satisfies')
  UNION ALL
  SELECT 'composes', 'composition', 1, false, m.member_type_id
  FROM own o
  JOIN members m ON m.type_id = o.id AND m.kind = 'field' AND m.member_type_id IS NOT NULL
  UNION ALL
  SELECT 'composed_by', 'composition', 1, false, m.type_id
  FROM own o
  JOIN members m ON m.member_type_id = o.id AND m.kind = 'field'
),
nearest AS (
  SELECT part, how, id, min(depth) AS depth, bool_and(via_pointer) AS via_pointer
  FROM related
  WHERE id NOT IN (FROM own) OR how = 'composition'
  GROUP BY part, how, id
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  n.part, n.how, n.depth, n.via_pointer, count(*) FILTER (s.is_test) OVER () AS tests, count(*) OVER () AS total
FROM nearest n
JOIN symbols s ON s.symbol_id = n.id
WHERE $2::VARCHAR = 'all' OR s.is_test = ($2::VARCHAR = 'tests')
ORDER BY s.is_test, n.part, n.depth, n.how, s.symbol
LIMIT $3 OFFSET $4;
