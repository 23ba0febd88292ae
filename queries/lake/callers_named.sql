-- The callers of the target with their names and places. The statement callers.sql makes the view or table walked. DuckDB is fastest with a
-- table: with its size, it does not put all symbols in a hash table.
SELECT w.repository AS repository, w.commit AS commit, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.file_path AS file_path,
  s.start_line AS start_line, w.depth AS depth, w.evidence_rank AS evidence_rank, w.symbol_hash AS symbol_hash
FROM symbols s
JOIN walked w ON w.symbol_hash = s.symbol_hash AND w.repository = s.repository AND w.commit = s.commit
ORDER BY depth, repository, symbol, commit
