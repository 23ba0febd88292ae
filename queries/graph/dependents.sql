-- Who imports the targets, directly or through others. A package counts as one of
-- tests when only its tests import.
--
-- $1 the targets, packages as in packages.sql; $2 the depth.
CREATE OR REPLACE TEMP TABLE nodes AS
WITH RECURSIVE reached(package, depth) USING KEY (package) AS (
  SELECT unnest($1::VARCHAR[]), 0
  UNION
  SELECT DISTINCT i.importer, r.depth + 1
  FROM reached r
  JOIN package_imports i ON i.imported = r.package
  LEFT JOIN recurring.reached seen ON seen.package = i.importer
  WHERE r.depth < $2::INTEGER AND seen.package IS NULL
)
SELECT r.depth, 0 AS rank, NULL::INTEGER AS symbol_id, p.symbol, 'package' AS kind, p.is_external, bool_and(i.is_test) AS is_test, p.module_path AS file_path,
  min(i.place) AS place, arg_min(f.file_path, i.place) AS place_path, NULL::INTEGER AS place_column, arg_min(v.symbol, i.place) AS via, NULL::VARCHAR AS label
FROM reached r
JOIN packages p ON p.package = r.package
JOIN package_imports i ON i.importer = r.package
JOIN reached w ON w.package = i.imported AND w.depth = r.depth - 1
JOIN files f ON f.file_id = i.place >> 32
JOIN packages v ON v.package = w.package
GROUP BY r.depth, p.package, p.symbol, p.is_external, p.module_path;
