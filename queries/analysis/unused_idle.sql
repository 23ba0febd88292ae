-- What something other than itself names, or needs without a name. The uses of a type by its
-- methods, which are a part of it, are none.
CREATE OR REPLACE TABLE unused.used AS
SELECT u.dst AS symbol_id
FROM unused.uses u
JOIN unused.declared t ON t.symbol_id = u.dst
LEFT JOIN unused.declared m ON m.symbol_id = u.src
WHERE NOT coalesce(m.kind = 'method' AND m.container_id = u.dst AND t.kind <> 'type_alias', false)
UNION SELECT symbol_id FROM unused.rooted
UNION SELECT dst FROM unused.needed;

-- The constants that a used one below them needs, with the worlds in which it is used, as
-- each mode understands it. A use by their own declaration is none.
CREATE OR REPLACE TABLE unused.below AS
WITH used AS (
  SELECT p.symbol_id
  FROM unused.placed p
  JOIN unused.uses u ON u.dst = p.symbol_id
  LEFT JOIN unused.placed q ON q.symbol_id = u.src
  WHERE q.declaration IS DISTINCT FROM p.declaration
  UNION SELECT symbol_id FROM unused.rooted
), ends AS (
  SELECT p.declaration, max(p.start_pos) FILTER (p.symbol_id IN (FROM used)) AS used, max(p.start_pos) FILTER (d.is_public) AS public
  FROM unused.placed p
  LEFT JOIN unused.declared d USING (symbol_id)
  GROUP BY p.declaration
), other AS (
  SELECT u.dst AS symbol_id, bit_or(CASE WHEN u.src IS NULL THEN 15 ELSE coalesce(a.worlds, 0) & 15 END) AS worlds
  FROM unused.uses u
  LEFT JOIN unused.alive a ON a.symbol_id = u.src
  GROUP BY u.dst
)
SELECT p.symbol_id, 'unreferenced' AS mode, CASE WHEN p.start_pos <= e.used THEN 15 WHEN p.start_pos <= e.public THEN 12 ELSE 0 END AS worlds,
  CASE WHEN p.symbol_id IN (FROM unused.used) THEN 0 ELSE 15 END AS alone
FROM unused.placed p
JOIN ends e USING (declaration)
UNION ALL
SELECT symbol_id, 'unreachable', a.worlds & 15, 15 & ~coalesce(o.worlds, 0)
FROM unused.placed
JOIN unused.alive a USING (symbol_id)
LEFT JOIN other o USING (symbol_id)
WHERE symbol_id NOT IN (SELECT symbol_id FROM unused.rooted);

-- The constants that their place alone keeps, with the worlds in which it does.
CREATE OR REPLACE TABLE unused.kept_by_position AS
SELECT symbol_id, mode, worlds & alone AS worlds
FROM unused.below
JOIN unused.declared USING (symbol_id);

-- The declarations that are unused in some world of unused_kept.sql, with those in which
-- they are used.
--
-- Fields and methods of interfaces are not judged: literals without keys, conversions, the
-- size of a struct and assertions need them, and the index does not tell these uses.
CREATE OR REPLACE TABLE unused.idle AS
WITH found AS (
  SELECT d.symbol_id, d.container_id, 'unreachable' AS mode, coalesce(a.worlds, 0) & 15 AS worlds
  FROM unused.declared d
  LEFT JOIN unused.alive a USING (symbol_id)
  WHERE d.kind NOT IN ('field', 'interface_method') AND coalesce(a.worlds, 0) & 15 <> 15
  UNION ALL
  SELECT d.symbol_id, d.container_id, 'unreferenced',
    CASE WHEN d.is_exported AND d.kind = 'method' THEN 10 ELSE 0 END | CASE WHEN d.is_public THEN 12 ELSE 0 END | coalesce(b.worlds, 0)
  FROM unused.declared d
  LEFT JOIN unused.below b ON b.symbol_id = d.symbol_id AND b.mode = 'unreferenced'
  WHERE d.kind NOT IN ('field', 'interface_method') AND coalesce(b.worlds, 0) <> 15 AND d.symbol_id NOT IN (FROM unused.used)
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

-- The symbols that a rule keeps which sees no use, and those that are not judged, by the reason.
CREATE OR REPLACE TABLE unused.unseen AS
SELECT DISTINCT symbol_id, CASE rule WHEN 'outside_build' THEN 'named_outside_build' ELSE rule END AS reason
FROM unused.rooted
JOIN unused.declared USING (symbol_id)
JOIN unused.alive USING (symbol_id)
WHERE worlds & 16 = 0 AND rule IN ('linkname_or_export', 'embed', 'assembly', 'outside_build')
UNION ALL
SELECT symbol_id, 'declared_outside_build' FROM strays WHERE file_id NOT IN (FROM unused.unjudged)
UNION ALL
SELECT symbol_id, 'not_judged' FROM symbols WHERE language = 'go' AND file_id IN (FROM unused.unjudged);
