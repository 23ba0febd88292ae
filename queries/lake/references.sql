-- The declarations that call, use or implement the target, in all chosen repositories. Calls by dynamic dispatch do not name it and do not count.
--
-- The view args has one row: symbol_hash of the target. The view chosen has the commits that count.
SELECT e.repository AS repository, e.commit AS commit, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.file_path AS file_path,
  s.start_line AS start_line, e.kind AS relation, e.evidence AS evidence
FROM args a
JOIN edges e ON e.callee_hash = a.symbol_hash
JOIN chosen c ON c.repository = e.repository AND c.commit = e.commit
JOIN symbols s ON s.symbol_hash = e.caller_hash AND s.repository = e.repository AND s.commit = e.commit
WHERE e.direct
ORDER BY repository, symbol, relation, commit
