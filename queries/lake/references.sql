-- The declarations that call, use or implement the target, in all chosen repositories. Calls by dynamic dispatch do not name it and do not count.
--
-- The view args has one row: symbol_hash of the target. The view chosen has the commits that count.
SELECT u.repository AS repository, u.commit AS commit, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.file_path AS file_path,
  s.start_line AS start_line, u.kind AS relation, u.evidence AS evidence
FROM (
  SELECT DISTINCT e.caller_hash AS caller_hash, e.kind AS kind, e.evidence AS evidence, e.repository AS repository, e.commit AS commit
  FROM args a
  JOIN edges e ON e.callee_hash = a.symbol_hash
  JOIN chosen c ON c.repository = e.repository AND c.commit = e.commit
  WHERE e.direct
) u
JOIN symbols s ON s.symbol_hash = u.caller_hash AND s.repository = u.repository AND s.commit = u.commit
ORDER BY repository, symbol, relation, commit
