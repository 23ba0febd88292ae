-- The declarations that take a target as a value, at depth 1, each at its first such place. The walk does not go on from them: a function
-- that takes a value need not call it. A declaration that calls a target has the row of the call only.
--
-- $1 whether to follow dynamic dispatch.
INSERT INTO found BY NAME
WITH named AS (
  SELECT symbol_id, evidence_rank('value') AS rank FROM target
  UNION ALL
  SELECT p.callee_id, greatest(p.evidence_rank, evidence_rank('value'))
  FROM target t
  JOIN possible_callees p ON p.method_id = t.symbol_id
  WHERE $1::BOOLEAN
),
first AS (
  SELECT r.enclosing_id AS symbol_id,
    min({rank: greatest(n.rank, evidence_rank(r.evidence)), file_id: r.file_id, line: r.start_line, col: r.start_column, via: r.symbol_id}) AS use
  FROM named n
  JOIN refs r ON r.symbol_id = n.symbol_id AND r.role NOT IN ('call', 'import', 'linkname')
  WHERE r.enclosing_id IS NOT NULL AND r.enclosing_id NOT IN (SELECT symbol_id FROM found WHERE depth = 1)
  GROUP BY r.enclosing_id
)
SELECT 1 AS depth, u.use.rank AS rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path,
  u.use.file_id AS site_id, f.file_path AS site_path, u.use.line AS site_line, u.use.col AS site_column, v.symbol AS via
FROM first u
JOIN symbols s ON s.symbol_id = u.symbol_id
JOIN symbols v ON v.symbol_id = u.use.via
JOIN files f ON f.file_id = u.use.file_id;
