-- What the targets import, directly or through others. What tests import counts for the
-- targets, and not for the packages that these import. Where an answer leaves tests out, a package
-- counts at its smallest depth outside them, and as one of tests when only tests of the targets
-- lead to it within the depth. Those right behind the last depth have no depth: they say that it
-- ended the walk.
--
-- $1 the targets that are packages, by the keys of packages.sql; $2 the ids of those that are
-- files; $3 to $6 the depth; $7 and $8 whether the answer has what tests lead to. On the way the
-- depth is less that, see dependents.sql.
--
-- DESIGN: where tests are left out, the walk may take up a package twice, by way of tests and,
-- further away, outside them; but none by way of tests that it has seen outside them. Rows of a
-- package at one depth are of one kind then: to group by it too takes 1 ms.
WITH RECURSIVE stated AS MATERIALIZED (
  SELECT i.imported, i.place, i.is_test, i.is_test AND NOT t.tests AS by_tests
  FROM (SELECT unnest($2::INTEGER[]) AS file_id, $8::BOOLEAN AS tests) t
  JOIN file_imports i ON i.file_id = t.file_id
),
reached(package, by_tests, depth, tests) USING KEY (package, by_tests) AS ( -- tests is NULL of what is no target
  SELECT package, by_tests, min(depth), bool_or(tests)
  FROM (
    SELECT p.package, false AS by_tests, -$3::BIGINT AS depth, t.tests
    FROM (SELECT unnest($1::VARCHAR[]) AS key, $7::BOOLEAN AS tests) t
    JOIN packages p ON p.key = t.key
    UNION ALL
    SELECT imported, by_tests, 1 - $4::BIGINT, NULL FROM stated
  ) starts
  GROUP BY package, by_tests
  UNION
  SELECT DISTINCT n.package, n.by_tests, n.depth, NULL::BOOLEAN
  FROM (
    SELECT i.imported AS package, r.by_tests OR i.is_test AND NOT r.tests AS by_tests, r.depth + 1 AS depth
    FROM reached r
    JOIN package_imports i ON i.importer = r.package AND (r.tests IS NOT NULL OR NOT i.is_test)
    WHERE r.depth < 0
  ) n
  LEFT JOIN recurring.reached seen ON seen.package = n.package AND seen.by_tests <= n.by_tests
  WHERE seen.package IS NULL
),
found AS MATERIALIZED (
  SELECT w.depth + 1 AS depth, i.imported AS package, w.by_tests OR i.is_test AND NOT w.tests AS by_tests, i.place, w.package AS importer, i.is_test::BIGINT << 62 | i.place AS rank
  FROM reached w
  JOIN package_imports i ON i.importer = w.package AND (w.tests IS NOT NULL OR NOT i.is_test)
  UNION ALL
  SELECT 1 - $5::BIGINT, imported, by_tests, place, NULL, is_test::BIGINT << 62 | place FROM stated
),
nearest AS (
  SELECT package, min(depth) FILTER (NOT by_tests) AS outside, min(depth) FILTER (by_tests AND depth <= 0) AS inside
  FROM found
  GROUP BY package
),
first AS (
  SELECT f.depth, f.package, bool_and(f.by_tests) AS by_tests, arg_min(f.place, f.rank) AS place, arg_min_null(f.importer, f.rank) AS via
  FROM found f
  JOIN nearest n ON n.package = f.package AND f.depth = CASE WHEN NOT f.by_tests THEN n.outside WHEN n.outside <= 0 THEN NULL ELSE n.inside END
  GROUP BY f.depth, f.package
)
SELECT CASE WHEN r.depth <= 0 THEN r.depth + $6::BIGINT END AS depth, 0 AS rank, p.symbol, 'package' AS kind, p.is_external, r.by_tests AS is_test,
  p.module_path AS file_path, r.place, f.file_path AS place_path, coalesce(v.symbol, f.file_path) AS via
FROM first r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.place >> 32
LEFT JOIN packages v ON v.package = r.via;
