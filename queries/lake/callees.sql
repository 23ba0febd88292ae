-- The hashes of the functions that the target reaches by calls, in all chosen repositories: each at its smallest depth, with the weakest
-- evidence on the strongest of the shortest ways. An interface method calls nothing: the walk starts at the methods that implement it
-- too. The repository and the commit are those of the last call. From a symbol that its repository does not define, the walk goes to the
-- repositories that do.
--
-- The view args has one row: symbol_hash of the target, and last, the greatest depth. The view chosen has the commits that count.
WITH RECURSIVE reached AS (
  SELECT s.symbol_hash AS symbol_hash, s.repository AS repository, s.commit AS commit, CAST(0 AS INT) AS depth, s.evidence_rank AS evidence_rank,
    FALSE AS is_external, s.last AS last
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
  SELECT n.symbol_hash, n.repository, n.commit, n.depth, n.evidence_rank, n.is_external, n.last
  FROM (
    SELECT DISTINCT e.callee_hash AS symbol_hash, e.repository AS repository, e.commit AS commit, CAST(r.depth + 1 AS INT) AS depth,
      CAST(GREATEST(r.evidence_rank, CASE e.evidence WHEN 'static' THEN 0 WHEN 'literal' THEN 1 WHEN 'interface' THEN 2 WHEN 'value' THEN 3
        WHEN 'dynamic' THEN 4 WHEN 'heuristic' THEN 5 ELSE 6 END) AS INT) AS evidence_rank, e.is_external AS is_external, r.last AS last
    FROM edges e
    JOIN reached r ON r.symbol_hash = e.caller_hash
    JOIN chosen c ON c.repository = e.repository AND c.commit = e.commit
    WHERE e.kind = 'call' AND r.depth < r.last
      AND (r.repository = '' OR NOT r.is_external AND r.repository = e.repository AND r.commit = e.commit OR r.is_external AND r.repository <> e.repository)
  ) n
)
SELECT r.symbol_hash AS symbol_hash, r.repository AS repository, r.commit AS commit, r.is_external AS is_external, CAST(FLOOR(MIN(r.depth * 10 + r.evidence_rank) / 10) AS INT) AS depth,
  CAST(MIN(r.depth * 10 + r.evidence_rank) % 10 AS INT) AS evidence_rank
FROM reached r
WHERE r.depth > 0
GROUP BY r.symbol_hash, r.repository, r.commit, r.is_external
