-- The packages that a name means: an import path, or the path of a Go module for all its packages.
--
-- $1 the name.
SELECT DISTINCT package_path
FROM (
  SELECT m.package_path FROM modules m SEMI JOIN chosen c ON c.repository = m.repository AND c."commit" = m."commit"
  WHERE m.package_path IS NOT NULL AND (m.package_path = $1::VARCHAR OR m.go_module = $1::VARCHAR)
  UNION ALL
  SELECT i.imported FROM imports i SEMI JOIN chosen c ON c.repository = i.repository AND c."commit" = i."commit"
  WHERE i.imported = $1::VARCHAR
  UNION ALL
  SELECT i.imported
  FROM imports i
  SEMI JOIN (SELECT DISTINCT repository, "commit" FROM requirements WHERE module = $1::VARCHAR) q ON q.repository = i.repository AND q."commit" = i."commit"
  WHERE starts_with(i.imported, $1::VARCHAR || '/')
)
ORDER BY ALL
