-- The packages that the targets import, directly or through others. Imports of tests count for the targets only. Without tests, a package
-- counts at its smallest depth outside tests, and as a test's package when only tests of the targets lead to it.
--
-- $1 the keys of the target packages; $2 the ids of the target files; $3 the depth; $4 whether the answer includes tests.
--
-- DESIGN: the walk may reach a package twice, through tests and further away outside them. It goes through tests only to packages that it
-- has not reached outside them.
INSERT INTO found BY NAME
WITH RECURSIVE args AS (
  SELECT $3::INTEGER AS depth, $4::BOOLEAN AS tests
),
stated AS MATERIALIZED (
  SELECT i.imported, {file_id: i.file_id, line: i.start_line} AS place, i.is_test, i.is_test AND NOT a.tests AS by_tests
  FROM file_imports i, args a
  WHERE list_contains($2::INTEGER[], i.file_id)
),
reached(package, by_tests, depth, is_target, last) USING KEY (package, by_tests) AS (
  SELECT package, by_tests, min(depth), bool_or(is_target), any_value(last)
  FROM (
    SELECT p.package, false AS by_tests, 0 AS depth, true AS is_target, a.depth AS last
    FROM packages p, args a
    WHERE list_contains($1::VARCHAR[], p.key)
    UNION ALL
    SELECT imported, by_tests, 1, false, a.depth FROM stated, args a
  ) starts
  GROUP BY package, by_tests
  UNION
  SELECT DISTINCT n.package, n.by_tests, n.depth, false, n.last
  FROM (
    SELECT i.imported AS package, r.by_tests OR i.is_test AND NOT a.tests AS by_tests, r.depth + 1 AS depth, r.last
    FROM reached r
    JOIN package_imports i ON i.importer = r.package AND (r.is_target OR NOT i.is_test), args a
    WHERE r.depth < r.last
  ) n
  LEFT JOIN recurring.reached seen ON seen.package = n.package AND seen.by_tests <= n.by_tests
  WHERE seen.package IS NULL
),
edge AS MATERIALIZED (
  SELECT w.depth + 1 AS depth, i.imported AS package, w.by_tests OR i.is_test AND NOT a.tests AS by_tests, i.is_test, i.place, w.package AS importer
  FROM reached w
  JOIN package_imports i ON i.importer = w.package AND (w.is_target OR NOT i.is_test), args a
  UNION ALL
  SELECT 1, imported, by_tests, is_test, place, NULL FROM stated
),
nearest AS (
  SELECT package, min(e.depth) FILTER (NOT by_tests) AS outside, min(e.depth) FILTER (by_tests AND e.depth <= a.depth) AS inside, any_value(a.depth) AS last
  FROM edge e, args a
  GROUP BY package
),
first AS (
  SELECT e.depth, e.package, bool_and(e.by_tests) AS by_tests, min({is_test: e.is_test, place: e.place, via: e.importer}) AS import
  FROM edge e
  JOIN nearest n ON n.package = e.package
    AND e.depth = CASE WHEN NOT e.by_tests THEN n.outside WHEN n.outside <= n.last THEN NULL ELSE n.inside END
  GROUP BY e.depth, e.package
)
SELECT r.depth, 0 AS rank, p.symbol, 'package' AS kind, p.is_external, r.by_tests AS is_test, p.module_path AS file_path,
  r.import.place.file_id AS site_id, f.file_path AS site_path, r.import.place.line AS site_line, 0 AS site_column,
  coalesce(v.symbol, f.file_path) AS via
FROM first r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.import.place.file_id
LEFT JOIN packages v ON v.package = r.import.via;
