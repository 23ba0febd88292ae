-- The packages that import the target packages, directly or through others, in all chosen repositories: each at its smallest depth. The walk
-- does not go on from a package whose tests alone import.
--
-- The view args has a row for each target: package, and last, the greatest depth. The view chosen has the commits that count.
WITH RECURSIVE reached AS (
  SELECT a.package AS package, a.repository AS repository, a.commit AS commit, CAST(0 AS INT) AS depth, CAST(0 AS INT) AS is_test, a.last AS last
  FROM args a
  UNION ALL
  SELECT n.package, n.repository, n.commit, n.depth, n.is_test, n.last
  FROM (
    SELECT DISTINCT i.package_path AS package, i.repository AS repository, i.commit AS commit, CAST(r.depth + 1 AS INT) AS depth,
      CAST(CASE WHEN i.is_test THEN 1 ELSE 0 END AS INT) AS is_test, r.last AS last
    FROM reached r
    JOIN imports i ON i.imported = r.package
    JOIN chosen c ON c.repository = i.repository AND c.commit = i.commit
    WHERE r.depth < r.last AND r.is_test = 0
      AND (r.repository = '' OR r.repository = i.repository AND r.commit = i.commit OR r.repository <> i.repository AND i.is_external)
  ) n
),
nearest AS (
  SELECT r.package AS package, r.repository AS repository, r.commit AS commit, CAST(FLOOR(MIN(r.depth * 2 + r.is_test) / 2) AS INT) AS depth,
    CAST(MIN(r.depth * 2 + r.is_test) % 2 AS INT) AS is_test
  FROM reached r
  WHERE r.depth > 0
  GROUP BY r.package, r.repository, r.commit
)
SELECT n.repository AS repository, n.commit AS commit, n.package AS package, MIN(i.file_path) AS file_path, n.depth AS depth, n.is_test AS is_test
FROM nearest n
JOIN imports i ON i.package_path = n.package AND i.repository = n.repository AND i.commit = n.commit
JOIN reached r ON r.package = i.imported AND r.depth = n.depth - 1
LEFT JOIN args a ON a.package = n.package
WHERE a.package IS NULL AND r.is_test = 0
  AND (r.repository = '' OR r.repository = n.repository AND r.commit = n.commit OR r.repository <> n.repository AND i.is_external)
GROUP BY n.repository, n.commit, n.package, n.depth, n.is_test
ORDER BY depth, repository, package, commit
