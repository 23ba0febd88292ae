-- The newest commit of each repository and branch.
SELECT repository, branch, "commit", committed_at, generator, edges, symbols, imports, modules, files, functions, unknowns, requirements
FROM (
  SELECT c.*, row_number() OVER (PARTITION BY repository, branch ORDER BY committed_at DESC, "commit" DESC) AS place
  FROM commits c
) ranked
WHERE place = 1
