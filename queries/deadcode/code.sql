-- The Go code that can be unused, and its uses.

-- closed: the modules whose exported symbols no other repository uses: internal packages, and commands.
-- Only the path below go.mod decides, because other modules can import a Go module whose own path
-- contains internal. A main function without a body belongs to a plugin, and package plugin finds
-- exported symbols by name.
CREATE OR REPLACE TABLE unused.closed AS
WITH roots AS (
  SELECT module_path AS root FROM files WHERE file_path = 'go.mod' OR ends_with(file_path, '/go.mod')
  UNION
  SELECT path FROM unused.repository WHERE path <> ''
)
SELECT m.module_path
FROM modules m
LEFT JOIN roots r ON r.root = '.' OR m.module_path = r.root OR starts_with(m.module_path, r.root || '/')
GROUP BY m.module_path
HAVING contains(substr('/' || m.module_path || '/', coalesce(max(length(r.root) + 1) FILTER (r.root <> '.'), 0) + 1), '/internal/')
UNION
SELECT module_path
FROM symbols
WHERE kind = 'function' AND name = 'main' AND NOT is_external AND NOT ends_with(file_path, '_test.go') AND NOT contains(symbol, '#')
  AND symbol_id IN (SELECT enclosing_id FROM refs)
  AND module_path NOT IN (SELECT imported_module_path FROM imports WHERE imported_module_path IS NOT NULL AND module_path <> imported_module_path);

-- unjudged: vendored files, and files in directories that the go command passes over.
CREATE OR REPLACE TABLE unused.unjudged AS
SELECT file_id FROM files WHERE is_vendored OR regexp_matches('/' || module_path, '/(testdata|_[^/]*|\.[^/]+)(/|$)');

-- outside_build: the symbols in files outside the chosen build. The path of the file ends their stable name.
CREATE OR REPLACE TABLE unused.outside_build AS
SELECT symbol_id, file_id
FROM symbols
WHERE contains(symbol, '#') AND name <> '_' AND NOT (kind = 'function' AND name = 'init')
  AND file_id IN (SELECT file_id FROM files WHERE is_untyped)
  AND coalesce(ends_with(file_path, nullif(split_part(substr(symbol, strpos(symbol, '#') + 1), '~', 1), '')), false);

-- declared: the declarations that can be unused.
CREATE OR REPLACE TABLE unused.declared AS
SELECT s.symbol_id, s.kind, s.name, s.language, s.package_path, s.container_id, s.is_exported, s.file_id,
  s.is_exported AND NOT ends_with(s.file_path, '_test.go') AND s.module_path NOT IN (FROM unused.closed) AS is_public
FROM symbols s
WHERE s.language = 'go' AND s.name <> '_' AND s.start_line IS NOT NULL AND s.file_id NOT IN (FROM unused.unjudged)
  AND s.symbol_id NOT IN (SELECT symbol_id FROM unused.outside_build);

-- uses: src uses dst. src is NULL when the code around the use cannot be unused. An initialiser, for
-- example, runs in any case.
CREATE OR REPLACE TABLE unused.uses AS
SELECT DISTINCT CASE WHEN d.kind <> 'variable' THEN d.symbol_id END AS src, r.symbol_id AS dst
FROM refs r
JOIN unused.declared t ON t.symbol_id = r.symbol_id
LEFT JOIN unused.declared d ON d.symbol_id = r.enclosing_id
WHERE r.enclosing_id IS DISTINCT FROM r.symbol_id;
