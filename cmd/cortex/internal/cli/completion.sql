-- The names of the repository's symbols that begin with the typed text, each up to its next dot.
SELECT DISTINCT $1::VARCHAR || regexp_extract(substr(name, length($1::VARCHAR) + 1), '^[^.]*\.?') AS completion
FROM (
  SELECT qualified_name AS name FROM symbols WHERE NOT is_external AND starts_with(qualified_name, $1::VARCHAR)
  UNION ALL
  SELECT name FROM symbols WHERE NOT is_external AND kind <> 'field' AND starts_with(name, $1::VARCHAR) AND $1::VARCHAR <> ''
  UNION ALL
  SELECT regexp_replace(qualified_name, '^[^.]*\.', '') AS member FROM symbols
  WHERE NOT is_external AND contains($1::VARCHAR, '.') AND starts_with(member, $1::VARCHAR)
)
WHERE NOT contains(name, '#') AND NOT ends_with(name, '_')
ORDER BY completion
LIMIT 200
