-- The symbols whose names look most like a name that was not found: as many names
-- from the end of the qualified name as were typed, or the stable name when a path
-- was typed.
--
-- $1 what was typed; $2 the kinds; $3 how many.
WITH params AS (
  SELECT lower($1::VARCHAR) AS typed, $2::VARCHAR[] AS kinds, $3::BIGINT AS wanted
),
near AS (
  SELECT s.symbol, s.kind, s.file_path, s.start_line, s.is_external,
    jaro_winkler_similarity(typed, lower(CASE
      WHEN contains(typed, '/') THEN s.symbol
      ELSE array_to_string(string_split(s.qualified_name, '.')[-len(string_split(typed, '.')):], '.')
    END)) AS likeness
  FROM symbols s, params p
  WHERE list_contains(p.kinds, s.kind)
)
SELECT symbol, kind, file_path, start_line
FROM near
ORDER BY likeness DESC, is_external, symbol
LIMIT (SELECT wanted FROM params);
