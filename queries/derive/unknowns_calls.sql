-- The rows of derived_unknowns about calls and references. Each statement below explains its rows.
CREATE OR REPLACE TABLE derived.gap (about VARCHAR, symbol_id INTEGER, name VARCHAR, language VARCHAR, scope VARCHAR, reason VARCHAR,
  places BIGINT, place STRUCT(file_id INTEGER, start_line INTEGER, start_column INTEGER), cause INTEGER);

-- called_at: the first call of each interface method.
CREATE OR REPLACE TABLE derived.called_at AS
SELECT c.callee_id, min({file_id: c.file_id, start_line: c.start_line, start_column: c.start_column}) AS place
FROM calls c
JOIN symbols s ON s.symbol_id = c.callee_id AND s.kind = 'interface_method'
GROUP BY c.callee_id;

-- Code takes a function as a value: that value may be called anywhere.
INSERT INTO derived.gap BY NAME
SELECT 'callers' AS about, r.symbol_id, 'value_taken' AS reason, count(*) AS places,
  min({file_id: r.file_id, start_line: r.start_line, start_column: r.start_column}) AS place
FROM refs r
JOIN symbols s ON s.symbol_id = r.symbol_id AND s.kind IN ('function', 'method', 'interface_method')
WHERE r.role NOT IN ('call', 'import', 'linkname')
GROUP BY r.symbol_id;

-- A function has calls without a certain callee.
INSERT INTO derived.gap BY NAME
SELECT 'callees' AS about, caller_id AS symbol_id,
  CASE evidence WHEN 'dynamic' THEN 'dynamic_calls' WHEN 'heuristic' THEN 'heuristic_calls' ELSE 'unresolved_calls' END AS reason,
  count(*) AS places, min({file_id: file_id, start_line: start_line, start_column: start_column}) AS place
FROM calls
WHERE evidence IN ('dynamic', 'heuristic', 'unresolved')
GROUP BY caller_id, evidence;

-- Calls without a certain callee may call each symbol of their name: where no such symbol is exported, one of their package. References
-- that were matched by name are such uses too.
INSERT INTO derived.gap BY NAME
WITH uncertain AS MATERIALIZED (
  SELECT 'callers' AS about, regexp_extract(c.callee_name, '[^.]*$') AS name, w.language, w.package_path, c.evidence, c.file_id, c.start_line, c.start_column
  FROM (FROM calls WHERE evidence IN ('heuristic', 'unresolved') AND callee_name IS NOT NULL) c
  JOIN symbols w ON w.symbol_id = c.caller_id
  UNION ALL
  SELECT 'references', s.name, s.language, s.package_path, r.evidence, r.file_id, r.start_line, r.start_column
  FROM (FROM refs WHERE evidence = 'heuristic') r
  JOIN symbols s ON s.symbol_id = r.symbol_id
),
named AS MATERIALIZED (
  SELECT name, language, bool_or(is_exported) AS is_exported, bool_or(kind IN ('function', 'method', 'interface_method')) AS is_callable
  FROM symbols
  GROUP BY name, language
)
SELECT u.about, u.name, u.language, CASE WHEN NOT n.is_exported THEN u.package_path END AS scope,
  CASE u.evidence WHEN 'heuristic' THEN 'heuristic_calls' ELSE 'unresolved_calls' END AS reason, count(*) AS places,
  min({file_id: u.file_id, start_line: u.start_line, start_column: u.start_column}) AS place
FROM uncertain u
JOIN named n ON n.name = u.name AND n.language = u.language AND (n.is_callable OR u.about = 'references')
GROUP BY ALL;

-- Aliases give a type other names, and uses of those are not uses of the type.
INSERT INTO derived.gap BY NAME
WITH RECURSIVE alias(type_id, id) AS (
  SELECT to_type_id, from_type_id FROM type_relations WHERE relation = 'alias'
  UNION
  SELECT a.type_id, r.from_type_id FROM alias a JOIN type_relations r ON r.to_type_id = a.id AND r.relation = 'alias'
)
SELECT 'references' AS about, a.type_id AS symbol_id, 'alias_uses' AS reason, count(*) AS places,
  min({file_id: r.file_id, start_line: r.start_line, start_column: r.start_column}) AS place,
  arg_min(a.id, {file_id: r.file_id, start_line: r.start_line, start_column: r.start_column}) AS cause
FROM alias a
JOIN refs r ON r.symbol_id = a.id
WHERE a.id <> a.type_id
GROUP BY a.type_id;

-- Code uses a field without its name. Extraction counts such uses; it does not know them for embedded fields, for fields of structs
-- without a name, nor for external fields.
INSERT INTO derived.gap BY NAME
SELECT 'change' AS about, s.symbol_id, 'implicit_uses' AS reason, coalesce(m.implicit_uses, 1) AS places
FROM symbols s
LEFT JOIN members m ON m.member_id = s.symbol_id
WHERE s.kind = 'field' AND coalesce(m.implicit_uses, 1) > 0;
