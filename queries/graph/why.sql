-- A shortest way of imports from one of the starts to one of the end packages, and the number of shortest ways in label. Imports of tests
-- count for the starts only, if the answer includes tests. Of several ways, each step takes the first package by name.
--
-- An external package with a dotted name stands for the modules below it too.
--
-- $1 the keys of the start packages; $2 the ids of the start files; $3 the keys of the end packages; $4 whether the answer includes tests.
INSERT INTO found BY NAME
WITH RECURSIVE start AS MATERIALIZED (
  SELECT package FROM packages WHERE list_contains($1::VARCHAR[], key)
),
stated AS MATERIALIZED (
  SELECT i.importer, i.imported, {is_test: i.is_test, place: i.place} AS import
  FROM package_imports i
  WHERE i.importer IN (FROM start) AND (NOT i.is_test OR $4::BOOLEAN)
  UNION ALL
  SELECT importer, imported, {is_test: is_test, place: {file_id: file_id, line: start_line}}
  FROM file_imports
  WHERE list_contains($2::INTEGER[], file_id)
),
edge AS MATERIALIZED (
  SELECT importer, imported, min(import).place AS place
  FROM (FROM stated UNION ALL SELECT importer, imported, {is_test: false, place: place} FROM package_imports WHERE NOT is_test AND importer NOT IN (SELECT importer FROM stated))
  GROUP BY importer, imported
),
reached(package, depth) USING KEY (package) AS (
  SELECT package, 0 FROM start
  UNION
  SELECT DISTINCT importer, 0 FROM file_imports WHERE list_contains($2::INTEGER[], file_id)
  UNION
  SELECT DISTINCT e.imported, r.depth + 1
  FROM reached r
  JOIN edge e ON e.importer = r.package
  LEFT JOIN recurring.reached seen ON seen.package = e.imported
  WHERE seen.package IS NULL
),
goal AS MATERIALIZED (
  SELECT r.package, r.depth
  FROM reached r
  JOIN packages p ON p.package = r.package AND (list_contains($3::VARCHAR[], p.key)
    OR p.is_external AND list_has_any($3::VARCHAR[], list_transform(string_split(p.key, '.'), lambda _, i: array_to_string(string_split(p.key, '.')[:i], '.'))))
  WHERE r.depth > 0
  ORDER BY r.depth, p.symbol
  LIMIT 1
),
way(package, depth, ways) AS (
  SELECT package, depth, 1::DOUBLE FROM goal
  UNION ALL
  SELECT e.importer, w.depth - 1, w.ways
  FROM (SELECT package, depth, sum(ways) AS ways FROM way GROUP BY package, depth) w
  JOIN edge e ON e.imported = w.package
  JOIN reached r ON r.package = e.importer AND r.depth = w.depth - 1
),
hops(depth, package, via, place) AS (
  (SELECT 0, w.package, NULL::INTEGER, NULL::STRUCT(file_id INTEGER, line INTEGER)
   FROM way w
   JOIN packages p ON p.package = w.package
   WHERE w.depth = 0
   ORDER BY p.symbol
   LIMIT 1)
  UNION ALL
  (SELECT h.depth + 1, e.imported, e.importer, e.place
   FROM hops h
   JOIN edge e ON e.importer = h.package
   JOIN way w ON w.package = e.imported AND w.depth = h.depth + 1
   JOIN packages p ON p.package = e.imported
   ORDER BY p.symbol
   LIMIT 1)
)
SELECT h.depth, 0 AS rank, p.symbol, if(starts_with(p.key, 'file:'), 'file', 'package') AS kind, p.is_external, false AS is_test,
  if(starts_with(p.key, 'file:'), p.symbol, p.module_path) AS file_path,
  h.place.file_id AS site_id, f.file_path AS site_path, h.place.line AS site_line, 0 AS site_column, v.symbol AS via,
  (SELECT sum(ways)::BIGINT::VARCHAR FROM way WHERE depth = 0) AS label
FROM hops h
JOIN packages p ON p.package = h.package
LEFT JOIN files f ON f.file_id = h.place.file_id
LEFT JOIN packages v ON v.package = h.via;
