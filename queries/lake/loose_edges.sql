-- The repositories with an edge whose caller or callee is no symbol of the same commit.
WITH known AS (
  SELECT hash(symbol_hash, repository, "commit") AS key FROM symbols
),
named AS (
  SELECT hash(callee_hash, repository, "commit") AS key, repository FROM edges
  UNION ALL
  SELECT hash(caller_hash, repository, "commit"), repository FROM edges
)
SELECT DISTINCT n.repository
FROM named n
ANTI JOIN known k ON k.key = n.key
LIMIT 20
