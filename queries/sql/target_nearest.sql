-- The qualified names that look most like a name that was not found.
--
-- $1 what was typed; $2 the kinds; $3 how many.
WITH params AS (
  SELECT lower($1::VARCHAR) AS typed, $2::VARCHAR[] AS kinds
),
near AS (
  SELECT s.symbol, s.kind, s.file_path, s.start_line, s.is_external,
    greatest(
      jaro_winkler_similarity(lower(s.qualified_name), typed),
      CASE WHEN contains(typed, '/') THEN jaro_winkler_similarity(lower(s.symbol), typed) END,
      CASE WHEN contains(typed, '.') THEN NULL ELSE jaro_winkler_similarity(lower(s.name), typed) END
    ) AS likeness
  FROM symbols s, params p
  WHERE list_contains(p.kinds, s.kind)
)
SELECT symbol, kind, file_path, start_line
FROM near
ORDER BY likeness DESC, is_external, symbol
LIMIT $3;
