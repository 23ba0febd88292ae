-- Where to begin: the functions main, by how much their module imports of the repository;
-- where there are none but in examples and the like, the exported functions nearest to the
-- root, by their uses. $1 rows.
WITH here AS (
  SELECT module_path, package_path, depth
  FROM modules
  WHERE NOT regexp_matches(module_path, '(^|/)(_?examples?|samples?|demos?|testdata|tests?|testing|testutils?|benchmarks?|interop|hack|tools|scripts|misc|documentation|docs?)(/|$)')
),
mains AS (
  SELECT s.*, (SELECT count(DISTINCT imported_module_path) FROM imports i WHERE i.module_path = s.module_path) AS weight, 0 AS depth
  FROM symbols s
  JOIN here m ON m.module_path = s.module_path
  WHERE s.kind = 'function' AND s.name = 'main' AND NOT s.is_external AND NOT s.is_test AND s.symbol = m.package_path || '.main'
    AND NOT EXISTS (FROM imports i WHERE i.imported_module_path = s.module_path AND i.module_path <> s.module_path) -- no command is imported
),
offered AS (
  SELECT s.*, s.ref_count AS weight, m.depth
  FROM symbols s
  JOIN here m ON m.module_path = s.module_path
  WHERE s.kind = 'function' AND s.is_exported AND NOT s.is_external AND NOT s.is_test AND NOT regexp_matches(s.module_path, '(^|/)internal(/|$)')
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  count(*) OVER () AS total
FROM (FROM mains UNION ALL FROM offered WHERE NOT EXISTS (FROM mains)) s
ORDER BY s.depth, s.weight DESC, s.symbol
LIMIT $1
