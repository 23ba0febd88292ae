-- For each callee that is shown: the first call, by evidence and then by place, that leads to it from a function one step nearer to the
-- targets, that function, and the number of such calls.
--
-- $1 whether the walk followed dynamic dispatch.
WITH near AS MATERIALIZED (
  SELECT symbol_id, depth, rank FROM reached WHERE depth < (SELECT max(depth) FROM shown)
  UNION ALL
  SELECT symbol_id, 0, 0 FROM target
  UNION ALL
  SELECT p.method_id, 0, p.evidence_rank FROM target t JOIN possible_callees p ON p.callee_id = t.symbol_id
  WHERE $1::BOOLEAN AND t.symbol_id NOT IN (
    SELECT s.caller_id FROM call_steps s JOIN symbols c ON c.symbol_id = s.callee_id AND NOT c.is_external WHERE s.caller_id IN (SELECT symbol_id FROM target)
  )
),
named AS MATERIALIZED (
  SELECT symbol_id AS callee_id, symbol_id, depth, 0 AS rank, true AS direct FROM shown
  UNION ALL
  SELECT p.callee_id, w.symbol_id, w.depth, p.evidence_rank, false
  FROM shown w
  JOIN possible_callees p ON p.method_id = w.symbol_id
  WHERE $1::BOOLEAN
),
made AS MATERIALIZED (
  SELECT n.depth, n.rank, c.caller_id, c.callee_id, c.dispatch_id, c.file_id, c.start_line, c.start_column, evidence_rank(c.evidence) AS evidence
  FROM near n
  JOIN calls c ON c.caller_id = n.symbol_id
  WHERE c.callee_id IN (SELECT callee_id FROM named)
),
narrow AS MATERIALIZED (
  SELECT d.dispatch_id, d.method_id FROM dispatches d WHERE d.dispatch_id IN (SELECT dispatch_id FROM made)
),
possible AS MATERIALIZED (
  SELECT dispatch_id, method_id FROM narrow
  UNION
  SELECT n.dispatch_id, p.method_id FROM narrow n JOIN possible_callees p ON p.callee_id = n.method_id
),
first AS (
  SELECT n.symbol_id,
    min({rank: greatest(m.rank, m.evidence, n.rank), file_id: m.file_id, line: m.start_line, col: m.start_column, via: m.caller_id, parent: m.caller_id}) AS call,
    count(DISTINCT (m.file_id, m.start_line, m.start_column)) AS sites
  FROM named n
  JOIN made m ON m.callee_id = n.callee_id AND m.depth = n.depth - 1
  LEFT JOIN possible p ON p.dispatch_id = m.dispatch_id AND p.method_id = n.symbol_id
  WHERE n.direct OR m.dispatch_id IS NULL OR p.method_id IS NOT NULL
  GROUP BY n.symbol_id
)
SELECT c.symbol_id, c.call.file_id, f.file_path, c.call.line, c.call.col, v.symbol, c.call.parent, c.sites
FROM first c
JOIN files f ON f.file_id = c.call.file_id
JOIN symbols v ON v.symbol_id = c.call.via;
