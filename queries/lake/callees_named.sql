-- The callees of the target with their names and places. The statement callees.sql makes the view or table walked. A function that a chosen
-- repository defines has its place there; another one has the repository that calls it.
WITH named AS (
  SELECT f.symbol_hash AS symbol_hash, f.depth * 10 + f.evidence_rank AS best, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.is_external AS is_external,
    s.repository AS repository, s.commit AS commit, s.file_path AS file_path, s.start_line AS start_line
  FROM walked f
  JOIN symbols s ON s.symbol_hash = f.symbol_hash
  JOIN chosen c ON c.repository = s.repository AND c.commit = s.commit
  WHERE s.repository = f.repository AND s.commit = f.commit OR f.is_external AND NOT s.is_external
),
homes AS (
  SELECT symbol_hash FROM named WHERE NOT is_external GROUP BY symbol_hash
)
SELECT n.repository AS repository, n.commit AS commit, n.symbol AS symbol, n.name AS name, n.kind AS kind, n.is_test AS is_test, n.file_path AS file_path,
  n.start_line AS start_line, CAST(FLOOR(MIN(n.best) / 10) AS INT) AS depth, CAST(MIN(n.best) % 10 AS INT) AS evidence_rank, n.symbol_hash AS symbol_hash
FROM named n
LEFT JOIN homes h ON h.symbol_hash = n.symbol_hash
WHERE NOT n.is_external OR h.symbol_hash IS NULL
GROUP BY n.repository, n.commit, n.symbol, n.name, n.kind, n.is_test, n.file_path, n.start_line, n.symbol_hash
ORDER BY depth, repository, symbol, commit
