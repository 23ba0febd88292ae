-- The packages that import the targets, directly or through others. Nobody depends on the imports of a package's tests, so the walk does
-- not go through them. Without tests, a package counts at its smallest depth outside tests.
--
-- $1 the keys of the target packages; $2 the depth; $3 whether the answer includes tests.
INSERT INTO found BY NAME
WITH RECURSIVE args AS (
  SELECT unnest($1::VARCHAR[]) AS key, $2::INTEGER AS depth, $3::BOOLEAN AS tests
),
reached(package, depth, last, tests) USING KEY (package) AS (
  SELECT p.package, 0, a.depth, a.tests FROM args a JOIN packages p ON p.key = a.key
  UNION
  SELECT DISTINCT i.importer, r.depth + 1, r.last, r.tests
  FROM reached r
  JOIN package_imports i ON i.imported = r.package AND NOT i.is_test
  LEFT JOIN recurring.reached seen ON seen.package = i.importer
  WHERE r.depth < r.last AND seen.package IS NULL
),
edge AS MATERIALIZED (
  SELECT w.depth + 1 AS depth, i.importer AS package, i.is_test AND NOT w.tests AS by_tests, i.is_test, i.place, w.package AS imported, w.last
  FROM reached w
  JOIN package_imports i ON i.imported = w.package
),
nearest AS (
  SELECT package, min(depth) FILTER (NOT by_tests) AS outside, min(depth) FILTER (by_tests AND depth <= last) AS inside, any_value(last) AS last,
    coalesce(bool_and(is_test) FILTER (depth <= last), bool_and(is_test)) AS only_tests -- tests alone import it within the depth
  FROM edge
  GROUP BY package
),
first AS (
  SELECT e.depth, e.package, any_value(n.only_tests) AS is_test, min({is_test: e.is_test, place: e.place, via: e.imported}) AS import
  FROM edge e
  JOIN nearest n ON n.package = e.package
    AND e.depth = CASE WHEN NOT e.by_tests THEN n.outside WHEN n.outside <= n.last THEN NULL ELSE n.inside END
  GROUP BY e.depth, e.package
)
SELECT r.depth, 0 AS rank, p.symbol, 'package' AS kind, p.is_external, r.is_test, p.module_path AS file_path,
  r.import.place.file_id AS site_id, f.file_path AS site_path, r.import.place.line AS site_line, 0 AS site_column, v.symbol AS via
FROM first r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.import.place.file_id
JOIN packages v ON v.package = r.import.via;
