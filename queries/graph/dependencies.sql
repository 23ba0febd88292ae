-- What the targets import, directly or through others. A package counts as one of
-- tests when only tests import it.
--
-- $1 the targets: packages as in packages.sql, and files as # and their id; $2 the depth.
CREATE OR REPLACE TEMP TABLE nodes AS
WITH RECURSIVE edges AS (
  SELECT importer, imported, place, is_test FROM package_imports
  UNION ALL
  SELECT '#' || file_id, imported, place, is_test FROM package_imports WHERE list_contains($1::VARCHAR[], '#' || file_id)
),
reached(package, depth) USING KEY (package) AS (
  SELECT unnest($1::VARCHAR[]), 0
  UNION
  SELECT DISTINCT e.imported, r.depth + 1
  FROM reached r
  JOIN edges e ON e.importer = r.package
  LEFT JOIN recurring.reached seen ON seen.package = e.imported
  WHERE r.depth < $2::INTEGER AND seen.package IS NULL
)
SELECT r.depth, 0 AS rank, NULL::INTEGER AS symbol_id, p.symbol, 'package' AS kind, p.is_external, bool_and(e.is_test) AS is_test, p.module_path AS file_path,
  min(e.place) AS place, arg_min(f.file_path, e.place) AS place_path, NULL::INTEGER AS place_column, arg_min(coalesce(v.symbol, f.file_path), e.place) AS via, NULL::VARCHAR AS label
FROM reached r
JOIN packages p ON p.package = r.package
JOIN edges e ON e.imported = r.package
JOIN reached w ON w.package = e.importer AND w.depth = r.depth - 1
JOIN files f ON f.file_id = e.place >> 32
LEFT JOIN packages v ON v.package = w.package
GROUP BY r.depth, p.package, p.symbol, p.is_external, p.module_path;
