-- The repositories that use the target symbols in the chosen commits, with the number of declarations that do, and the first of them.
--
-- The view args has a row for each target: symbol_hash. The view chosen has the commits that count.
SELECT e.callee_hash AS symbol_hash, e.repository AS repository, e.commit AS commit, COUNT(DISTINCT e.caller_hash) AS users,
  MIN(CONCAT(s.file_path, ':', CAST(s.start_line AS VARCHAR))) AS place
FROM args a
JOIN edges e ON e.callee_hash = a.symbol_hash
JOIN chosen c ON c.repository = e.repository AND c.commit = e.commit
LEFT JOIN symbols s ON s.symbol_hash = e.caller_hash AND s.repository = e.repository AND s.commit = e.commit
WHERE e.direct
GROUP BY e.callee_hash, e.repository, e.commit
ORDER BY users DESC, repository, commit
