-- The packages that a name means: one import path, or the end of one. When no chosen repository has or imports it, or with /... after it, it is the path of
-- a Go module or folder, and means the packages in it.
--
-- $1 the name.
WITH args AS (
  SELECT regexp_replace($1::VARCHAR, '/\.\.\.$', '') AS path, ends_with($1::VARCHAR, '/...') AS below
),
every AS (
  SELECT m.package_path AS package FROM modules m SEMI JOIN chosen c ON c.repository = m.repository AND c."commit" = m."commit"
  WHERE m.package_path IS NOT NULL
  UNION ALL
  SELECT i.imported FROM imports i SEMI JOIN chosen c ON c.repository = i.repository AND c."commit" = i."commit"
),
near AS (
  SELECT DISTINCT e.package, e.package = a.path AS exact, a.below FROM every e, args a WHERE e.package = a.path OR starts_with(e.package, a.path || '/')
),
ends AS (
  SELECT DISTINCT e.package FROM every e, args a WHERE ends_with(e.package, '/' || a.path) AND NOT EXISTS (SELECT 1 FROM near)
)
SELECT package
FROM near
WHERE exact OR below OR NOT EXISTS (SELECT 1 FROM near WHERE exact)
UNION ALL
SELECT package FROM ends
ORDER BY package
