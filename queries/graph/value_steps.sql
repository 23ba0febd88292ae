-- The constants in the order of their specs, and whether one has no value of its own but repeats the one
-- above. Of a spec on several lines nobody can tell whether it has one, and it counts as if.
CREATE OR REPLACE TABLE constant_specs AS
SELECT symbol_id, file_id, start_pos,
  row_number() OVER (PARTITION BY file_id, start_pos ORDER BY name_line, name_column) AS ordinal,
  bool_or(start_line = end_line AND name_column - start_column + strlen(name) = end_pos - start_pos)
    OVER (PARTITION BY file_id, start_pos) AS repeats
FROM symbols
WHERE kind = 'constant' AND language = 'go' AND NOT is_external;

-- Who uses a variable or constant, and what such a one is made of, as steps of a walk: from what
-- uses to what is used. The label is that of a call in steps.sql; in files without types it was
-- matched by name only. A constant without a value uses the one above that it repeats: the nearest
-- with a value, of a spec of several that at its own place.
--
-- What makes the values of several variables at once is a use in the first of them. The others have
-- no use of their own: they are guessed to be made of it too.
CREATE OR REPLACE TABLE value_steps AS
WITH used AS (
  SELECT r.enclosing_id AS caller_id, r.symbol_id AS callee_id, (CASE WHEN f.is_untyped THEN 11 ELSE 8 END)::TINYINT AS label
  FROM refs r
  JOIN symbols used ON used.symbol_id = r.symbol_id
  JOIN symbols uses ON uses.symbol_id = r.enclosing_id
  JOIN files f ON f.file_id = r.file_id
  WHERE r.role <> 'import' AND r.enclosing_id <> r.symbol_id
    AND (used.kind IN ('variable', 'constant')
      OR uses.kind IN ('variable', 'constant') AND used.kind IN ('function', 'method', 'interface_method'))
),
variable AS (
  SELECT symbol_id, file_id, start_pos FROM symbols WHERE kind = 'variable' AND NOT is_external AND start_pos IS NOT NULL
)
SELECT b.symbol_id AS caller_id, a.symbol_id AS callee_id, 8::TINYINT AS label
FROM (FROM constant_specs WHERE repeats) b
ASOF JOIN (FROM constant_specs WHERE NOT repeats) a ON a.file_id = b.file_id AND a.ordinal = b.ordinal AND a.start_pos <= b.start_pos
UNION
FROM used
UNION
SELECT other.symbol_id, u.callee_id, 11::TINYINT
FROM used u
JOIN variable first ON first.symbol_id = u.caller_id
JOIN variable other ON other.file_id = first.file_id AND other.start_pos = first.start_pos AND other.symbol_id <> first.symbol_id
ANTI JOIN refs own ON own.enclosing_id = other.symbol_id;
