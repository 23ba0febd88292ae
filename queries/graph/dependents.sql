-- Who imports the targets, directly or through others. Nobody depends on what only the
-- tests of a package import, so that nothing is reached through them. A package counts
-- as one of tests when only its tests import. Those right behind the last depth have no
-- depth: they say that it ended the walk.
--
-- $1 the targets, packages as in packages.sql; $2 the depth.
CREATE OR REPLACE TABLE nodes AS
WITH RECURSIVE walked(package, tested, depth) USING KEY (package, tested) AS (
  SELECT unnest($1::VARCHAR[]), false, 0
  UNION
  SELECT DISTINCT i.importer, i.is_test, r.depth + 1
  FROM walked r
  JOIN package_imports i ON i.imported = r.package AND NOT r.tested
  LEFT JOIN recurring.walked seen ON seen.package = i.importer AND seen.tested = i.is_test
  WHERE r.depth <= $2::BIGINT AND seen.package IS NULL
),
found AS (
  SELECT w.depth + 1 AS depth, i.importer AS package, i.place, i.is_test, w.package AS imported, i.is_test::BIGINT << 62 | i.place AS rank
  FROM walked w
  JOIN package_imports i ON i.imported = w.package
  WHERE w.depth <= $2::BIGINT AND NOT w.tested
  QUALIFY w.depth = min(w.depth) OVER (PARTITION BY i.importer)
)
SELECT CASE WHEN r.depth <= $2::BIGINT THEN r.depth END AS depth, 0 AS rank, NULL::INTEGER AS symbol_id, p.symbol, 'package' AS kind, p.is_external,
  bool_and(r.is_test) AS is_test, p.module_path AS file_path, arg_min(r.place, r.rank) AS place, arg_min(f.file_path, r.rank) AS place_path,
  NULL::INTEGER AS place_column, arg_min(v.symbol, r.rank) AS via, NULL::VARCHAR AS label
FROM found r
JOIN packages p ON p.package = r.package
JOIN files f ON f.file_id = r.place >> 32
JOIN packages v ON v.package = r.imported
GROUP BY r.depth, p.package, p.symbol, p.is_external, p.module_path;
