-- Who imports the targets, directly or through others. Nobody depends on what only the
-- tests of a package import, so that nothing is reached through them. Where an answer leaves tests
-- out, a package counts at its smallest depth outside its own, and as one of tests when only these
-- import what leads to a target within the depth. Those right behind the last depth have no depth:
-- they say that it ended the walk.
--
-- $1 the targets, by the keys of packages.sql; $2 and $3 the depth; $4 whether the answer has
-- what tests lead to. On the way the depth is less that, so that the walk ends at 0 and no
-- condition binds a value (see queries.Seat).
WITH RECURSIVE reached(package, depth, tests) USING KEY (package) AS (
  SELECT p.package, -$2::BIGINT, t.tests
  FROM (SELECT unnest($1::VARCHAR[]) AS key, $4::BOOLEAN AS tests) t
  JOIN packages p ON p.key = t.key
  UNION
  SELECT DISTINCT i.importer, r.depth + 1, r.tests
  FROM reached r
  JOIN package_imports i ON i.imported = r.package AND NOT i.is_test
  LEFT JOIN recurring.reached seen ON seen.package = i.importer
  WHERE r.depth < 0 AND seen.package IS NULL
),
found AS MATERIALIZED (
  SELECT w.depth + 1 AS depth, i.importer AS package, i.is_test AND NOT w.tests AS by_tests, i.place, w.package AS imported, i.is_test::BIGINT << 62 | i.place AS rank
  FROM reached w
  JOIN package_imports i ON i.imported = w.package
),
nearest AS (
  SELECT package, min(depth) FILTER (NOT by_tests) AS outside, min(depth) FILTER (by_tests AND depth <= 0) AS inside
  FROM found
  GROUP BY package
),
first AS (
  SELECT f.depth, f.package, bool_and(f.by_tests) AS by_tests, arg_min(f.place, f.rank) AS place, arg_min(f.imported, f.rank) AS via
  FROM found f
  JOIN nearest n ON n.package = f.package AND f.depth = CASE WHEN NOT f.by_tests THEN n.outside WHEN n.outside <= 0 THEN NULL ELSE n.inside END
  GROUP BY f.depth, f.package
)
SELECT CASE WHEN r.depth <= 0 THEN r.depth + $3::BIGINT END AS depth, 0 AS rank, p.symbol, 'package' AS kind, p.is_external, r.by_tests AS is_test,
  p.module_path AS file_path, r.place, f.file_path AS place_path, v.symbol AS via
FROM first r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.place >> 32
JOIN packages v ON v.package = r.via;
