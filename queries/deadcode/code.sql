-- The code that can be unused, and its uses.
CREATE SCHEMA IF NOT EXISTS unused;

-- unjudged: vendored files, and files that the tools of their language pass over.
CREATE OR REPLACE TABLE unused.unjudged AS
SELECT file_id FROM files WHERE is_vendored OR is_fixture;

-- outside_build: the symbols in files outside the chosen build. The path of the file ends their stable name.
CREATE OR REPLACE TABLE unused.outside_build AS
SELECT symbol_id, file_id
FROM symbols
WHERE contains(symbol, '#') AND coalesce(entry, '') NOT IN ('unnamed', 'initializer')
  AND file_id IN (SELECT file_id FROM files WHERE is_untyped)
  AND coalesce(ends_with(file_path, nullif(split_part(substr(symbol, strpos(symbol, '#') + 1), '~', 1), '')), false);

-- declared: the declarations that can be unused.
CREATE OR REPLACE TABLE unused.declared AS
SELECT s.symbol_id, s.kind, s.name, s.language, s.package_path, s.container_id, s.is_exported, s.entry,
  s.is_exported AND s.is_api AS is_public
FROM symbols s
WHERE s.entry IS DISTINCT FROM 'unnamed' AND s.start_line IS NOT NULL AND s.file_id NOT IN (FROM unused.unjudged)
  AND s.symbol_id NOT IN (SELECT symbol_id FROM unused.outside_build);

-- uses: src uses dst. src is NULL when the code around the use cannot be unused. An initialiser, for
-- example, runs in any case.
CREATE OR REPLACE TABLE unused.uses AS
SELECT DISTINCT CASE WHEN d.kind <> 'variable' THEN d.symbol_id END AS src, r.symbol_id AS dst
FROM refs r
JOIN unused.declared t ON t.symbol_id = r.symbol_id
LEFT JOIN unused.declared d ON d.symbol_id = r.enclosing_id
WHERE r.enclosing_id IS DISTINCT FROM r.symbol_id;
