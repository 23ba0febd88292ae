-- The symbols at depth 1 of an impact that no call leads to: declarations that use a target or an alias of it, concrete types and methods
-- that implement a target. They go to the
-- temporary table start, with the reason: use or implementation (or shift, see impact_shifts.sql). The
-- conversions that break go to the temporary table needed, see impact_conversions.sql.
CREATE OR REPLACE TEMP TABLE start (symbol_id INTEGER, why VARCHAR);

CREATE OR REPLACE TEMP TABLE needed (symbol_id INTEGER, method_id INTEGER, overridden_id INTEGER, file_id INTEGER, start_line INTEGER, start_column INTEGER);

CREATE OR REPLACE TEMP TABLE affected AS
WITH RECURSIVE named(symbol_id, kind) AS (
  SELECT symbol_id, kind FROM target
  UNION
  SELECT r.from_type_id, 'type_alias' FROM named n JOIN type_relations r ON r.to_type_id = n.symbol_id AND r.relation = 'alias'
)
SELECT symbol_id, kind FROM named;

INSERT INTO start
SELECT DISTINCT r.enclosing_id, 'use'
FROM affected t
JOIN refs r ON r.symbol_id = t.symbol_id
WHERE r.role <> 'import' AND (r.role <> 'call' OR t.kind NOT IN ('function', 'method', 'interface_method'))
  AND r.enclosing_id IS NOT NULL AND r.enclosing_id NOT IN (SELECT symbol_id FROM target);

INSERT INTO start
SELECT f.symbol_id, 'implementation'
FROM (
  SELECT o.method_id AS symbol_id
  FROM target t
  JOIN overrides o ON o.overridden_id = t.symbol_id
  ANTI JOIN (SELECT type_id FROM types WHERE kind = 'interface') i ON i.type_id = o.type_id
  UNION
  SELECT r.from_type_id FROM target t JOIN type_relations r ON r.to_type_id = t.symbol_id AND r.relation IN ('implements', 'extends', 'satisfies')
) f
JOIN symbols s ON s.symbol_id = f.symbol_id AND s.kind NOT IN ('interface', 'interface_method');
