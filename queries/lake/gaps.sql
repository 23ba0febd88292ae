-- The reasons why facts about the asked symbols may be missing, in all chosen repositories, with the number of places. The table asked has
-- the kind of fact and the hash of each symbol. The commits are compared last: DuckDB would put all gaps in a hash table.
WITH described AS (
  SELECT DISTINCT a.about, regexp_extract(split_part(s.qualified_name, '#', 1), '[^.]*$') AS name, s.language, s.package_path, s.is_exported
  FROM asked a
  JOIN symbols s ON s.symbol_hash = a.symbol_hash
),
hit AS (
  SELECT g.reason, g.places, g.repository, g."commit"
  FROM unknowns g
  SEMI JOIN asked a ON a.symbol_hash = g.symbol_hash AND a.about = g.about
  UNION ALL
  SELECT g.reason, g.places, g.repository, g."commit"
  FROM unknowns g
  SEMI JOIN described d ON d.about = g.about AND (g.name IS NULL OR g.name = d.name) AND (g.language IS NULL OR g.language = d.language)
    AND (g.scope IS NULL OR g.scope = d.package_path OR g.scope = '*' AND d.is_exported)
  WHERE g.symbol_hash IS NULL
)
SELECT h.reason, sum(h.places)::BIGINT
FROM hit h
SEMI JOIN chosen c ON c.repository = h.repository AND c."commit" = h."commit"
GROUP BY h.reason
ORDER BY h.reason
