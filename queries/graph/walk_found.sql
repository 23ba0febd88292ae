-- The results of a walk. Their places follow for the results that an answer shows.
INSERT INTO found BY NAME
SELECT r.depth, r.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path
FROM reached r
JOIN symbols s ON s.symbol_id = r.symbol_id;
