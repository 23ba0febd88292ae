-- The symbols in use, each with the strongest rule that keeps it.

-- rule: the rules by strength. The first needs no assumption.
CREATE OR REPLACE TABLE unused.rule AS
SELECT * FROM (VALUES
  (0, ''), (1, 'kept_by_position'), (2, 'embed'), (3, 'linkname'), (4, 'assembly'), (5, 'test_build'), (6,
  'heuristic_calls'), (7, 'unresolved_calls'), (8, 'type_errors'), (9, 'not_listed'), (10, 'passed_over'), (11, 'excluded_by_build'),
  (12, 'unread_file'), (13, 'templates_and_reflection'), (14, 'kept_by_reflection'), (15, 'generic_instance'), (16, 'exported_assumed_used')
) AS r(strength, reason);

-- named: the symbols that code without types, assembly, the linker or the standard library may use. Gaps about the whole index keep
-- nothing: the answer has them as reasons.
CREATE OR REPLACE TABLE unused.named AS
WITH gap AS MATERIALIZED (
  SELECT about, symbol_id, name, language, scope, reason FROM unknowns WHERE about IN ('callers', 'references', 'supertypes')
  UNION ALL
  SELECT about, symbol_id, name, language, scope, reason FROM derived_unknowns WHERE about IN ('callers', 'references', 'supertypes')
),
hit AS (
  SELECT d.symbol_id, g.about, g.reason FROM gap g JOIN unused.declared d ON d.symbol_id = g.symbol_id
  UNION
  SELECT d.symbol_id, g.about, g.reason
  FROM gap g
  JOIN unused.declared d ON d.name = g.name
  WHERE g.symbol_id IS NULL AND (g.language IS NULL OR g.language = d.language)
    AND (g.scope IS NULL OR g.scope = d.package_path OR g.scope = '*' AND d.is_exported)
  UNION
  SELECT d.symbol_id, g.about, g.reason
  FROM (SELECT DISTINCT about, language, scope, reason FROM gap WHERE symbol_id IS NULL AND name IS NULL AND scope IS NOT NULL) g
  JOIN unused.declared d ON (g.language IS NULL OR g.language = d.language) AND (g.scope = d.package_path OR g.scope = '*' AND d.is_exported)
)
SELECT DISTINCT d.symbol_id, r.strength,
  d.kind = 'method' AND (d.is_exported OR h.about = 'supertypes' OR h.reason IN ('templates_and_reflection', 'generic_instance'))
    AND h.reason NOT IN ('linkname', 'assembly', 'test_build') AS is_by_type
FROM hit h
JOIN unused.declared d ON d.symbol_id = h.symbol_id
JOIN unused.rule r ON r.reason = h.reason AND r.strength > 0
WHERE h.about <> 'supertypes' OR d.kind = 'method';

-- rooted: the symbols in use from the start.
CREATE OR REPLACE TABLE unused.rooted AS
SELECT d.symbol_id, coalesce(r.strength, 0) AS strength
FROM unused.declared d
LEFT JOIN unused.rule r ON r.reason = CASE d.entry WHEN 'embed' THEN 'embed' WHEN 'linker' THEN 'linkname' END
WHERE d.entry IS NOT NULL OR d.kind = 'method' AND d.container_id IS NULL
UNION ALL
SELECT container_id, 0 FROM unused.declared WHERE entry = 'test' AND container_id IS NOT NULL
UNION ALL
SELECT symbol_id, 0 FROM unused.placed WHERE is_blank
UNION ALL
SELECT dst, 0 FROM unused.uses WHERE src IS NULL
UNION ALL
SELECT symbol_id, strength FROM unused.named WHERE NOT is_by_type
UNION ALL
SELECT d.symbol_id, r.strength FROM unused.declared d JOIN unused.rule r ON r.reason = 'exported_assumed_used' WHERE d.is_public AND d.kind <> 'method';

-- keeps: a symbol src in use keeps dst.
CREATE OR REPLACE TABLE unused.keeps AS
WITH needed AS ( -- the methods that a type needs to implement an interface in use; type_id is NULL for a type that is not judged
  SELECT DISTINCT d.symbol_id AS type_id, o.method_id
  FROM overrides o
  JOIN symbols m ON m.symbol_id = o.overridden_id
  LEFT JOIN symbols i ON i.symbol_id = m.container_id
  LEFT JOIN unused.declared p ON p.symbol_id = m.container_id
  LEFT JOIN unused.declared d ON d.symbol_id = o.type_id
  WHERE m.is_external OR m.ref_count > 0 OR coalesce(i.ref_count, 1) > 0 OR p.is_public
),
step AS (
  SELECT src, dst, '' AS reason FROM unused.uses WHERE src IS NOT NULL
  UNION ALL
  SELECT coalesce(n.type_id, 0), n.method_id, '' FROM needed n
  UNION ALL
  SELECT r.to_type_id, r.from_type_id, ''
  FROM type_relations r
  WHERE r.relation = 'alias' AND r.from_type_id IN (SELECT container_id FROM unused.declared WHERE kind = 'method')
  UNION ALL -- a constant without a value repeats the one above
  SELECT v.user_id, v.used_id, ''
  FROM value_steps v
  JOIN symbols a ON a.symbol_id = v.used_id AND a.kind = 'constant'
  JOIN symbols b ON b.symbol_id = v.user_id AND b.kind = 'constant'
  UNION ALL
  SELECT symbol_id, spec, 'kept_by_position' FROM unused.placed WHERE symbol_id <> spec
  UNION ALL
  SELECT spec, symbol_id, 'kept_by_position' FROM unused.placed WHERE symbol_id <> spec
  UNION ALL
  SELECT DISTINCT spec, spec_above, 'kept_by_position' FROM unused.placed WHERE spec_above IS NOT NULL
  UNION ALL
  SELECT container_id, symbol_id, 'kept_by_reflection' FROM unused.declared WHERE kind = 'method' AND is_exported AND container_id IS NOT NULL
)
SELECT s.src, s.dst, r.strength
FROM step s
JOIN unused.rule r ON r.reason = s.reason
UNION ALL
SELECT d.container_id, n.symbol_id, n.strength
FROM unused.named n
JOIN unused.declared d ON d.symbol_id = n.symbol_id
WHERE n.is_by_type AND d.container_id IS NOT NULL;

-- alive: the symbols in use. The source 0 means the types that are not judged.
CREATE OR REPLACE TABLE unused.alive AS
WITH RECURSIVE reached(symbol_id, strength) USING KEY (symbol_id) AS (
  SELECT symbol_id, min(strength) FROM (SELECT symbol_id, strength FROM unused.rooted UNION ALL SELECT 0, 0) GROUP BY symbol_id
  UNION
  SELECT k.dst, min(greatest(r.strength, k.strength))
  FROM reached r
  JOIN unused.keeps k ON k.src = r.symbol_id
  LEFT JOIN recurring.reached seen ON seen.symbol_id = k.dst
  WHERE seen.symbol_id IS NULL OR greatest(r.strength, k.strength) < seen.strength
  GROUP BY k.dst
)
SELECT symbol_id, strength FROM reached WHERE symbol_id <> 0;

-- state: the judged declarations, and the rule that keeps them. Without a rule they are unused.
CREATE OR REPLACE TABLE unused.state AS
SELECT d.symbol_id, d.kind, d.container_id, a.strength, r.reason
FROM unused.declared d
LEFT JOIN unused.alive a ON a.symbol_id = d.symbol_id
LEFT JOIN unused.rule r ON r.strength = a.strength
WHERE d.kind NOT IN ('field', 'interface_method');
