-- The versions of the module around a package that the chosen repositories declare.
--
-- $1 the import path of the package.
WITH fitting AS (
  SELECT q.repository, q."commit", q.module, q.version
  FROM requirements q
  SEMI JOIN chosen c ON c.repository = q.repository AND c."commit" = q."commit"
  WHERE $1::VARCHAR = q.module OR starts_with($1::VARCHAR, q.module || '/')
)
SELECT repository, "commit", string_agg(DISTINCT version, ', ' ORDER BY version)
FROM fitting
WHERE module = (SELECT arg_max(module, len(module)) FROM fitting)
GROUP BY repository, "commit"
