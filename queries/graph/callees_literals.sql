-- The label of the interface methods that no call names: a call of another one may lead to them, by an interface that a struct embeds.
UPDATE found SET label = 'other'
WHERE kind = 'interface_method' AND (symbol_id, depth) NOT IN (
  SELECT s.callee_id, n.depth + 1
  FROM (
    SELECT symbol_id, depth FROM reached
    UNION ALL
    SELECT symbol_id, 0 FROM target
    UNION ALL
    SELECT p.method_id, 0 FROM target t JOIN possible_callees p ON p.callee_id = t.symbol_id) n
  JOIN call_steps s ON s.caller_id = n.symbol_id AND s.direct);

-- The calls of function literals, one result for each: a literal has no symbol, so its name is that of the function around it and func.
--
-- $1 whether the walk followed dynamic dispatch.
INSERT INTO found BY NAME
WITH near AS (
  SELECT symbol_id, depth, rank FROM reached
  UNION ALL
  SELECT symbol_id, 0, 0 FROM target
  UNION ALL
  SELECT p.method_id, 0, p.evidence_rank FROM target t JOIN possible_callees p ON p.callee_id = t.symbol_id WHERE $1::BOOLEAN
),
strongest AS (
  SELECT symbol_id, min({depth: depth, rank: rank}) AS way FROM near GROUP BY symbol_id
)
SELECT n.way.depth + 1 AS depth, greatest(n.way.rank, evidence_rank(c.evidence)) AS rank, v.symbol || '.func' AS symbol, 'function' AS kind,
  false AS is_external, f.is_test, f.file_path, f.file_id AS site_id, f.file_path AS site_path, c.start_line AS site_line,
  c.start_column AS site_column, v.symbol AS via
FROM strongest n
JOIN calls c ON c.caller_id = n.symbol_id AND c.evidence = 'literal'
JOIN symbols v ON v.symbol_id = c.caller_id
JOIN files f ON f.file_id = c.file_id;
