-- What the targets import, directly or through others. What tests import counts for the
-- targets, and not for the packages that these import. A package counts as one of tests
-- when only tests import it. Those right behind the last depth have no depth: they say
-- that it ended the walk.
--
-- $1 the targets that are packages, by the keys of packages.sql; $2 the ids of those that are
-- files; $3 to $6 the depth. On the way the depth is less that, see dependents.sql.
WITH RECURSIVE stated AS MATERIALIZED (
  SELECT i.imported, i.place, i.is_test
  FROM (SELECT unnest($2::INTEGER[]) AS file_id) t
  JOIN file_imports i ON i.file_id = t.file_id
),
reached(package, depth, is_target) USING KEY (package) AS (
  SELECT package, min(depth), bool_or(is_target)
  FROM (
    SELECT p.package, -$3::BIGINT AS depth, true AS is_target
    FROM (SELECT unnest($1::VARCHAR[]) AS key) t
    JOIN packages p ON p.key = t.key
    UNION ALL
    SELECT imported, 1 - $4::BIGINT, false FROM stated
  ) starts
  GROUP BY package
  UNION
  SELECT DISTINCT i.imported, r.depth + 1, false
  FROM reached r
  JOIN package_imports i ON i.importer = r.package AND (r.is_target OR NOT i.is_test)
  LEFT JOIN recurring.reached seen ON seen.package = i.imported
  WHERE r.depth < 0 AND seen.package IS NULL
),
found AS MATERIALIZED (
  SELECT w.depth + 1 AS depth, i.imported AS package, i.place, i.is_test, w.package AS importer, i.is_test::BIGINT << 62 | i.place AS rank
  FROM reached w
  JOIN package_imports i ON i.importer = w.package AND (w.is_target OR NOT i.is_test)
  UNION ALL
  SELECT 1 - $5::BIGINT, imported, place, is_test, NULL, is_test::BIGINT << 62 | place FROM stated
),
nearest AS (
  SELECT package, min(depth) AS depth FROM found GROUP BY package
),
first AS (
  SELECT f.depth, f.package, bool_and(f.is_test) AS is_test, arg_min(f.place, f.rank) AS place, arg_min_null(f.importer, f.rank) AS via
  FROM found f
  JOIN nearest n ON n.package = f.package AND n.depth = f.depth
  GROUP BY f.depth, f.package
)
SELECT CASE WHEN r.depth <= 0 THEN r.depth + $6::BIGINT END AS depth, 0 AS rank, p.symbol, 'package' AS kind, p.is_external, r.is_test,
  p.module_path AS file_path, r.place, f.file_path AS place_path, coalesce(v.symbol, f.file_path) AS via
FROM first r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.place >> 32
LEFT JOIN packages v ON v.package = r.via;
