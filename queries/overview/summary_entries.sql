-- The entry points. First come the programs at the root of a module with a manifest or in its cmd,
-- by their imports of the repository. Then come the exported functions of a library at the root, by
-- their uses, and then other programs. A library at the root, or a repository without any program,
-- adds the exported functions of other modules, the nearest to the root first. Examples, tests, tools
-- and internal code have none: their programs are counted.
--
-- $1 the number of rows; $2 the offset.
WITH roots AS (
  SELECT root_path AS module_path
  FROM (
    SELECT DISTINCT root_path, CASE WHEN root_path = '.' THEN 0 ELSE 1 + length(root_path) - length(replace(root_path, '/', '')) END AS depth
    FROM modules
    WHERE root_path IS NOT NULL
  )
  QUALIFY rank() OVER (ORDER BY depth) = 1
),
program AS ( -- the functions with which the build begins programs; a folder may hold several
  SELECT s.*
  FROM symbols s
  JOIN files f ON f.file_id = s.file_id
  WHERE s.entry = 'program' AND (NOT contains(s.symbol, '#') OR NOT f.is_untyped)
),
here AS (
  SELECT m.module_path, m.package_path, m.depth,
    m.module_path IN (FROM roots) AS is_root,
    regexp_replace(m.module_path, '(^|/)cmd(/[^/]+)?$', '') IN (SELECT CASE WHEN module_path = '.' THEN '' ELSE module_path END FROM roots) AS is_command
  FROM modules m
  WHERE NOT regexp_matches(m.module_path, '(^|/)(_?examples?|samples?|demos?|testdata|tests?|testing|testutils?|benchmarks?|interop|hack|tools|scripts|misc|documentation|docs?|internal)(/|$)')
),
mains AS (
  SELECT s.*, CASE WHEN m.is_root OR m.is_command THEN 0 ELSE 2 END AS class, 0 AS depth,
    (SELECT count(DISTINCT imported_module_path) FROM imports i WHERE i.module_path = s.module_path) AS weight
  FROM program s
  JOIN here m ON m.module_path = s.module_path
  WHERE NOT s.is_test AND m.package_path IS NOT NULL
    AND NOT regexp_matches(s.module_path, '(^|/)(profiles?(/|$)|_?(examples?|samples?|demos?|tests?|bench(marks?)?|profiles?)[-_.])')
    AND NOT EXISTS (FROM imports i WHERE i.imported_module_path = s.module_path AND i.module_path <> s.module_path) -- other modules do not import commands
),
offered AS (
  SELECT s.*, CASE WHEN m.is_root THEN 1 ELSE 3 END AS class, m.depth, s.ref_count AS weight
  FROM symbols s
  JOIN here m ON m.module_path = s.module_path
  WHERE s.kind = 'function' AND s.is_exported AND NOT s.is_external AND NOT s.is_test AND s.module_path NOT IN (SELECT module_path FROM program)
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  (SELECT count(*) FROM program p WHERE NOT p.is_test AND p.symbol_id NOT IN (SELECT symbol_id FROM mains)) AS others,
  count(*) OVER () AS total
FROM (FROM mains UNION ALL FROM offered WHERE NOT EXISTS (FROM mains) OR EXISTS (FROM offered WHERE class = 1)) s
ORDER BY s.class, s.depth, s.weight DESC, s.symbol
LIMIT $1 OFFSET $2;
