-- What the targets import, directly or through others. What tests import counts for the
-- targets, and not for the packages that these import. A package counts as one of tests
-- when only tests import it. Those right behind the last depth have no depth: they say
-- that it ended the walk.
--
-- $1 the targets: packages as in packages.sql, and files as # and their id; $2 and $3 the depth;
-- $4 the ids of those files, or one that no file has. On the way the depth is less $2, see
-- dependents.sql.
WITH RECURSIVE edges AS (
  SELECT importer, imported, place, is_test FROM package_imports
  UNION ALL
  SELECT '#' || file_id, imported, place, is_test FROM (SELECT unnest($4::INTEGER[]) AS file_id) JOIN file_imports USING (file_id)
),
reached(package, depth, is_target) USING KEY (package) AS (
  SELECT unnest($1::VARCHAR[]), -$2::BIGINT, true
  UNION
  SELECT DISTINCT e.imported, r.depth + 1, false
  FROM reached r
  JOIN edges e ON e.importer = r.package AND (r.is_target OR NOT e.is_test)
  LEFT JOIN recurring.reached seen ON seen.package = e.imported
  WHERE r.depth <= 0 AND seen.package IS NULL
),
found AS MATERIALIZED (
  SELECT w.depth + 1 AS depth, e.imported AS package, e.place, e.is_test, w.package AS importer, e.is_test::BIGINT << 62 | e.place AS rank
  FROM reached w
  JOIN edges e ON e.importer = w.package AND (w.is_target OR NOT e.is_test)
  WHERE w.depth <= 0
),
nearest AS (
  SELECT package, min(depth) AS depth FROM found GROUP BY package
),
first AS (
  SELECT f.depth, f.package, bool_and(f.is_test) AS is_test, arg_min(f.place, f.rank) AS place, arg_min(f.importer, f.rank) AS via
  FROM found f
  JOIN nearest n ON n.package = f.package AND n.depth = f.depth
  GROUP BY f.depth, f.package
)
SELECT CASE WHEN r.depth <= 0 THEN r.depth + $3::BIGINT END AS depth, 0 AS rank, p.symbol, 'package' AS kind, p.is_external, r.is_test,
  p.module_path AS file_path, r.place, f.file_path AS place_path, coalesce(v.symbol, f.file_path) AS via
FROM first r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.place >> 32
LEFT JOIN packages v ON v.package = r.via;
