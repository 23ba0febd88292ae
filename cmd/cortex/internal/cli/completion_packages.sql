-- The names and folders of the repository's packages that begin with the typed text.
SELECT DISTINCT name AS completion
FROM (
  SELECT split_part(qualified_name, '.', 1) AS name FROM symbols WHERE NOT is_external AND package_path IS NOT NULL
  UNION ALL
  SELECT module_path FROM modules
)
WHERE starts_with(name, $1::VARCHAR) AND name <> '.' AND NOT contains(name, '#') AND NOT ends_with(name, '_test')
ORDER BY completion
LIMIT 200;
