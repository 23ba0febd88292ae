-- What keeps what alive in the Go code of the repository.

-- Packages that nobody outside can import, or whose exported symbols nobody outside uses.
-- A Go module whose own path holds internal can still be imported beside it, so only what
-- stands below its go.mod counts, and of a folder that was indexed without one only what stands
-- below that. A main that does nothing is that of a plugin, whose
-- exported symbols are looked up by name.
CREATE OR REPLACE TABLE unused.closed AS
WITH roots AS (
  SELECT module_path AS root FROM files WHERE file_path = 'go.mod' OR ends_with(file_path, '/go.mod')
  UNION
  SELECT path FROM bases
)
SELECT m.module_path
FROM modules m
LEFT JOIN roots r ON r.root = '.' OR m.module_path = r.root OR starts_with(m.module_path, r.root || '/')
GROUP BY m.module_path
HAVING contains(substr('/' || m.module_path || '/', coalesce(max(length(r.root) + 1) FILTER (r.root <> '.'), 0) + 1), '/internal/')
UNION
SELECT module_path
FROM symbols
WHERE kind = 'function' AND name = 'main' AND NOT is_external AND NOT ends_with(file_path, '_test.go')
  AND symbol_id NOT IN (SELECT symbol_id FROM strays)
  AND symbol_id IN (SELECT enclosing_id FROM refs)
  AND module_path NOT IN (SELECT imported_module_path FROM imports WHERE imported_module_path IS NOT NULL AND module_path <> imported_module_path);

-- What is not judged: code that was copied in from elsewhere, and directories that the go
-- command passes over, which hold inputs of tests.
CREATE OR REPLACE TABLE unused.unjudged AS
SELECT file_id FROM files WHERE is_vendored OR regexp_matches('/' || module_path, '/(testdata|_[^/]*|\.[^/]+)(/|$)');

-- The declarations that can be called unused. A blank name is none.
CREATE OR REPLACE TABLE unused.declared AS
SELECT s.symbol_id, s.kind, s.name, s.container_id, s.is_exported, s.file_id, s.module_path,
  s.kind = 'field' AND NOT starts_with(s.signature, s.name || ' ') AS is_embedded,
  s.is_exported AND NOT ends_with(s.file_path, '_test.go') AND s.module_path NOT IN (FROM unused.closed) AS is_public
FROM symbols s
WHERE s.language = 'go' AND s.name <> '_' AND s.start_line IS NOT NULL AND s.file_id NOT IN (FROM unused.unjudged)
  AND s.symbol_id NOT IN (SELECT symbol_id FROM strays);

-- Who uses whom: src is NULL where nothing around the use can be unused, as in the
-- initialiser of a variable, which runs in any case.
CREATE OR REPLACE TABLE unused.uses AS
SELECT DISTINCT CASE WHEN d.kind <> 'variable' THEN d.symbol_id END AS src, r.symbol_id AS dst
FROM refs r
JOIN unused.declared t ON t.symbol_id = r.symbol_id
LEFT JOIN unused.declared d ON d.symbol_id = r.enclosing_id
WHERE r.enclosing_id IS DISTINCT FROM r.symbol_id;

-- A constant uses what its own line names, and what it repeats of a line above.
INSERT INTO unused.uses
WITH constants AS (SELECT symbol_id, file_id, start_pos FROM symbols WHERE kind = 'constant' AND NOT is_external),
naming AS (SELECT DISTINCT c.file_id, c.start_pos, r.symbol_id FROM refs r JOIN constants c ON c.symbol_id = r.enclosing_id)
SELECT c.symbol_id, n.symbol_id
FROM constants c
ASOF JOIN (SELECT DISTINCT file_id, start_pos FROM naming) above ON above.file_id = c.file_id AND above.start_pos <= c.start_pos
JOIN naming n ON n.file_id = above.file_id AND n.start_pos = above.start_pos
JOIN unused.declared t ON t.symbol_id = n.symbol_id
JOIN unused.declared d ON d.symbol_id = c.symbol_id
WHERE c.symbol_id <> n.symbol_id
EXCEPT SELECT src, dst FROM unused.uses;

-- The names of the methods of interfaces that types are not, or not always, compared with.
CREATE OR REPLACE TABLE unused.uncompared_names AS
SELECT DISTINCT m.name
FROM symbols m
LEFT JOIN types t ON t.type_id = m.container_id AND t.kind = 'interface'
WHERE m.kind = 'interface_method' AND NOT m.is_external AND (t.type_id IS NULL OR t.type_id IN (SELECT type_id FROM unlike));

-- The methods that a type needs, because it can stand for an interface that is used.
CREATE OR REPLACE TABLE unused.needed AS
SELECT DISTINCT d.symbol_id AS src, o.method_id AS dst
FROM overrides o
JOIN symbols m ON m.symbol_id = o.overridden_id
LEFT JOIN symbols i ON i.symbol_id = m.container_id
LEFT JOIN unused.declared p ON p.symbol_id = m.container_id
LEFT JOIN unused.declared d ON d.symbol_id = o.type_id
WHERE m.is_external OR m.ref_count > 0 OR coalesce(i.ref_count, 1) > 0 OR p.is_public
UNION
SELECT container_id, symbol_id
FROM unused.declared
WHERE kind = 'method' AND name IN (FROM unused.uncompared_names);

-- What is alive whatever else is. Uses stand in uses.
CREATE OR REPLACE TABLE unused.rooted AS
SELECT symbol_id, 'start' AS rule
FROM unused.declared
JOIN files USING (file_id)
WHERE kind = 'method' AND container_id IS NULL
  OR kind = 'function' AND (name IN ('main', 'init') OR ends_with(file_path, '_test.go') AND regexp_matches(name, '^(Test|Benchmark|Example|Fuzz)(\P{Ll}|$)'))
UNION ALL
SELECT symbol_id, 'linkname_or_export' FROM handed_over
UNION ALL
SELECT symbol_id, 'linkname_or_export' FROM symbols WHERE symbol IN (SELECT symbol FROM handed_over)
UNION ALL
SELECT symbol_id, 'embed' FROM annotations WHERE name = 'go:embed'
UNION ALL
SELECT symbol_id, rule FROM unused.named
UNION ALL
SELECT symbol_id, 'start' FROM unused.placed WHERE is_blank;

-- A constant needs those above it in its declaration, where places count.
CREATE OR REPLACE TABLE unused.placing AS
SELECT symbol_id AS src, spec AS dst FROM unused.placed WHERE symbol_id <> spec
UNION ALL SELECT spec, symbol_id FROM unused.placed WHERE symbol_id <> spec
UNION ALL SELECT DISTINCT spec, spec_above FROM unused.placed WHERE spec_above IS NOT NULL;

-- Worlds, each a bit: nothing is assumed (1), methods are called by reflection (2), exported
-- symbols are used from outside (4), both (8), nothing and only rules count that see a use (16).
-- In worlds are those in which src keeps dst.
CREATE OR REPLACE TABLE unused.keeps AS
SELECT src, dst, 31::TINYINT AS worlds FROM (
  SELECT src, dst FROM unused.uses WHERE src IS NOT NULL
  UNION SELECT src, dst FROM unused.needed WHERE src IS NOT NULL
  UNION SELECT * FROM unused.placing
  UNION SELECT to_type_id, from_type_id FROM type_relations WHERE relation = 'alias' AND from_type_id IN (SELECT container_id FROM unused.declared WHERE kind = 'method')
)
UNION ALL
SELECT container_id, symbol_id, CASE WHEN is_public THEN 14 ELSE 10 END
FROM unused.declared
WHERE kind = 'method' AND is_exported;

CREATE OR REPLACE TABLE unused.alive AS
WITH RECURSIVE reached(id, world) AS (
  SELECT symbol_id, unnest([1, 2, 4, 8])::TINYINT FROM unused.rooted
  UNION
  SELECT symbol_id, unnest([1, 2, 4, 8, 16])::TINYINT FROM (
    SELECT symbol_id FROM unused.rooted WHERE rule = 'start'
    UNION SELECT dst FROM unused.uses WHERE src IS NULL
    UNION SELECT dst FROM unused.needed WHERE src IS NULL
  )
  UNION
  SELECT symbol_id, unnest([4, 8])::TINYINT FROM unused.declared WHERE is_public AND kind <> 'method'
  UNION
  SELECT k.dst, r.world FROM reached r JOIN unused.keeps k ON k.src = r.id WHERE k.worlds & r.world <> 0
)
SELECT id AS symbol_id, sum(world)::TINYINT AS worlds FROM reached GROUP BY ALL;
