-- The newest commit of each repository and branch.
SELECT r.repository AS repository, r.branch AS branch, r.commit AS commit, r.committed_at AS committed_at, r.generator AS generator, r.edges AS edges,
  r.symbols AS symbols, r.imports AS imports, r.modules AS modules, r.files AS files, r.functions AS functions, r.unknowns AS unknowns,
  r.requirements AS requirements
FROM (
  SELECT c.*, ROW_NUMBER() OVER (PARTITION BY c.repository, c.branch ORDER BY c.committed_at DESC, c.commit DESC) AS place
  FROM commits c
) r
WHERE r.place = 1
