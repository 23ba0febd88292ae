-- The functions that the target reaches by calls, in all chosen repositories: each at its smallest depth, with the weakest evidence on the
-- strongest of the shortest ways. An interface method calls nothing: the walk starts at the methods that implement it too. A function that a chosen repository defines has its place there; another one has the repository that calls it.
--
-- The view args has one row: symbol_hash of the target, and last, the greatest depth. The view chosen has the commits that count.
WITH RECURSIVE reached AS (
  SELECT s.symbol_hash AS symbol_hash, s.repository AS repository, s.commit AS commit, CAST(0 AS INT) AS depth, s.evidence_rank AS evidence_rank,
    s.last AS last
  FROM (
    SELECT a.symbol_hash AS symbol_hash, a.repository AS repository, a.commit AS commit, CAST(0 AS INT) AS evidence_rank, a.last AS last
    FROM args a
    UNION ALL
    SELECT e.caller_hash AS symbol_hash, e.repository AS repository, e.commit AS commit,
      CAST(CASE e.evidence WHEN 'heuristic' THEN 5 ELSE 2 END AS INT) AS evidence_rank, a.last AS last
    FROM args a
    JOIN edges e ON e.callee_hash = a.symbol_hash
    JOIN chosen c ON c.repository = e.repository AND c.commit = e.commit
    WHERE e.kind = 'implements'
  ) s
  UNION ALL
  SELECT n.symbol_hash, n.repository, n.commit, n.depth, n.evidence_rank, n.last
  FROM (
    SELECT DISTINCT e.callee_hash AS symbol_hash, e.repository AS repository, e.commit AS commit, CAST(r.depth + 1 AS INT) AS depth,
      CAST(GREATEST(r.evidence_rank, CASE e.evidence WHEN 'static' THEN 0 WHEN 'literal' THEN 1 WHEN 'interface' THEN 2 WHEN 'value' THEN 3
        WHEN 'dynamic' THEN 4 WHEN 'heuristic' THEN 5 ELSE 6 END) AS INT) AS evidence_rank, r.last AS last
    FROM reached r
    JOIN edges e ON e.caller_hash = r.symbol_hash
    JOIN chosen c ON c.repository = e.repository AND c.commit = e.commit
    WHERE e.kind = 'call' AND r.depth < r.last AND (r.repository <> e.repository OR r.commit = e.commit)
  ) n
),
called AS (
  SELECT symbol_hash, repository, commit, MIN(depth * 10 + evidence_rank) AS best
  FROM reached
  WHERE depth > 0
  GROUP BY symbol_hash, repository, commit
),
named AS (
  SELECT f.symbol_hash AS symbol_hash, f.best AS best, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.is_external AS is_external,
    s.repository AS repository, s.commit AS commit, s.file_path AS file_path, s.start_line AS start_line
  FROM called f
  JOIN symbols s ON s.symbol_hash = f.symbol_hash
  JOIN chosen c ON c.repository = s.repository AND c.commit = s.commit
  WHERE NOT s.is_external OR s.repository = f.repository AND s.commit = f.commit
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
