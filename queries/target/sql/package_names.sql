-- The packages with a name: the declared name, or the last element of the import path that is no major version. Packages of the
-- repository come before external ones, and among them packages with code before packages of tests only.
--
-- $1 the name.
WITH declared AS (
  SELECT DISTINCT package_path
  FROM symbols
  WHERE package_path IS NOT NULL AND starts_with(qualified_name, $1 || '.') AND NOT regexp_matches(symbol, '#(_test|package_xtest)(~|$)')
),
known AS (
  SELECT module_path AS directory, package_path AS path, if(test_file_count = file_count, 1, 0) AS rank FROM modules WHERE package_path IS NOT NULL
  UNION
  SELECT '', imported_module, 2 FROM imports WHERE imported_module_path IS NULL
)
SELECT 0, directory, path, 'package'
FROM known
WHERE path IN (FROM declared) OR regexp_extract(path, '([^/]+?)(/v\d+)?$', 1) = $1
QUALIFY dense_rank() OVER (ORDER BY rank) = 1
ORDER BY path, directory;
