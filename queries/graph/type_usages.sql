-- Each use of the name of a target, a type, in the declaration around it.
INSERT INTO found BY NAME
SELECT 1 AS depth, evidence_rank(r.evidence) AS rank, r.enclosing_id AS symbol_id, coalesce(s.symbol, f.file_path) AS symbol,
  coalesce(s.kind, 'file') AS kind, false AS is_external, f.is_test, f.file_path, f.file_id AS site_id, f.file_path AS site_path,
  r.start_line AS site_line, r.start_column AS site_column, t.symbol AS via, r.role AS label
FROM target t
JOIN refs r ON r.symbol_id = t.symbol_id AND r.role = 'type'
JOIN files f ON f.file_id = r.file_id
LEFT JOIN symbols s ON s.symbol_id = r.enclosing_id;
