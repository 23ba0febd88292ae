-- The declarations that are unused in some world of unused_kept.sql, with those in which
-- they are used.
CREATE OR REPLACE TABLE unused.idle AS
WITH own AS ( -- the uses of a type by its methods, which are a part of it
  SELECT m.symbol_id AS src, t.symbol_id AS dst
  FROM unused.declared m
  JOIN unused.declared t ON t.symbol_id = m.container_id AND t.kind <> 'type_alias'
  WHERE m.kind = 'method'
), nameless AS (
  -- What is used without its name: an embedded field, one that a tag names for others, one of a
  -- struct without a name or of one that no literal seems to build with names, a method that
  -- closes an interface, and those of an interface that a struct embeds or that nobody compared.
  SELECT symbol_id FROM unused.declared WHERE is_embedded
  UNION ALL
  SELECT member_id FROM members WHERE member_id IS NOT NULL AND tag IS NOT NULL
  UNION ALL
  SELECT f.symbol_id
  FROM unused.declared f
  JOIN symbols s ON s.symbol_id = f.container_id
  WHERE f.kind = 'field' AND (s.kind <> 'struct' OR f.container_id NOT IN (SELECT w.container_id FROM refs JOIN unused.declared w USING (symbol_id) WHERE role = 'write' AND w.kind = 'field'))
  UNION ALL
  SELECT m.symbol_id
  FROM unused.declared m
  JOIN symbols i ON i.symbol_id = m.container_id
  WHERE m.kind = 'interface_method' AND (m.name IN (FROM unused.uncompared_names) OR i.name IN (SELECT name FROM unused.declared WHERE is_embedded)
    OR NOT m.is_exported AND m.symbol_id IN (SELECT overridden_id FROM overrides))
), found AS (
  SELECT d.symbol_id, d.container_id, 'unreachable' AS mode, coalesce(a.worlds, 0) & 15 AS worlds
  FROM unused.declared d
  LEFT JOIN unused.alive a USING (symbol_id)
  WHERE d.kind NOT IN ('field', 'interface_method') AND coalesce(a.worlds, 0) & 15 <> 15
  UNION ALL
  SELECT d.symbol_id, d.container_id, 'unreferenced',
    CASE WHEN d.is_exported AND d.kind IN ('method', 'field') THEN 10 ELSE 0 END | CASE WHEN d.is_public THEN 12 ELSE 0 END
  FROM unused.declared d
  WHERE d.symbol_id NOT IN (SELECT u.dst FROM unused.uses u LEFT JOIN own o ON o.src = u.src AND o.dst = u.dst WHERE o.src IS NULL)
    AND d.symbol_id NOT IN (SELECT symbol_id FROM unused.rooted)
    AND d.symbol_id NOT IN (SELECT dst FROM unused.needed)
    AND d.symbol_id NOT IN (SELECT symbol_id FROM nameless)
)
-- What stands in something unused goes with it; a method is known by its own name.
SELECT f.symbol_id, f.mode, (f.worlds | CASE WHEN d.kind = 'method' THEN 0 ELSE 15 & ~coalesce(c.worlds, 15) END)::TINYINT AS worlds
FROM found f
JOIN unused.declared d USING (symbol_id)
LEFT JOIN found c ON c.symbol_id = f.container_id AND c.mode = f.mode;

-- The types whose methods templates, encoders and remote calls may call: those that a
-- declaration names which uses such a package, and what these are made of.
CREATE OR REPLACE TABLE unused.driven AS
WITH RECURSIVE passed(id) AS (
  SELECT u.dst
  FROM unused.uses u
  WHERE u.src IN (SELECT r.enclosing_id FROM refs r JOIN symbols s USING (symbol_id)
    WHERE s.is_external AND (s.package_path IN ('text/template', 'html/template', 'net/rpc') OR s.package_path LIKE 'encoding/%'))
  UNION
  SELECT u.dst FROM passed p JOIN unused.uses u ON u.src = p.id JOIN unused.declared d ON d.symbol_id = p.id AND d.kind NOT IN ('function', 'method')
)
SELECT id AS type_id FROM passed;

-- How many symbols nothing else keeps than a rule that sees no use, and how many are not judged.
CREATE OR REPLACE TABLE unused.unseen AS
SELECT count(DISTINCT symbol_id) FILTER (rule = 'linkname_or_export') AS linkname_or_export,
  count(DISTINCT symbol_id) FILTER (rule = 'embed') AS embed,
  count(DISTINCT symbol_id) FILTER (rule = 'assembly') AS assembly,
  count(DISTINCT symbol_id) FILTER (rule = 'outside_build') AS named_outside_build,
  (SELECT count(*) FROM strays WHERE file_id NOT IN (FROM unused.unjudged)) AS outside_build,
  (SELECT count(*) FROM symbols WHERE language = 'go' AND file_id IN (FROM unused.unjudged)) AS not_judged
FROM unused.rooted
JOIN unused.declared USING (symbol_id)
JOIN unused.alive USING (symbol_id)
WHERE worlds & 16 = 0;
