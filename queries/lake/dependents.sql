-- The packages that import the target packages, directly or through others, in all chosen repositories: each at its smallest depth.
--
-- The view args has a row for each target: package, and last, the greatest depth. The view chosen has the commits that count.
WITH RECURSIVE reached AS (
  SELECT a.package AS package, a.repository AS repository, a.commit AS commit, CAST(0 AS INT) AS depth, a.last AS last
  FROM args a
  UNION ALL
  SELECT n.package, n.repository, n.commit, n.depth, n.last
  FROM (
    SELECT DISTINCT i.package_path AS package, i.repository AS repository, i.commit AS commit, CAST(r.depth + 1 AS INT) AS depth, r.last AS last
    FROM reached r
    JOIN imports i ON i.imported = r.package
    JOIN chosen c ON c.repository = i.repository AND c.commit = i.commit
    WHERE r.depth < r.last AND (r.depth = 0 OR NOT i.is_test) AND (r.repository <> i.repository OR r.commit = i.commit)
  ) n
),
nearest AS (
  SELECT r.package AS package, r.repository AS repository, r.commit AS commit, MIN(r.depth) AS depth
  FROM reached r
  WHERE r.depth > 0
  GROUP BY r.package, r.repository, r.commit
)
SELECT n.repository AS repository, n.commit AS commit, n.package AS package, MIN(i.file_path) AS file_path, n.depth AS depth,
  MIN(CASE WHEN i.is_test THEN 1 ELSE 0 END) AS is_test
FROM nearest n
JOIN imports i ON i.package_path = n.package AND i.repository = n.repository AND i.commit = n.commit
JOIN reached r ON r.package = i.imported AND r.depth = n.depth - 1 AND (r.depth = 0 OR r.repository <> n.repository OR r.commit = n.commit)
LEFT JOIN args a ON a.package = n.package
WHERE a.package IS NULL
GROUP BY n.repository, n.commit, n.package, n.depth
ORDER BY depth, repository, package, commit
