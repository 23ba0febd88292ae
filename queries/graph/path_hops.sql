-- The hops of a path in the table reached, from a start to an end: at each symbol the strongest step to a nearer one. A start that is an
-- interface method may begin the path at a possible callee.
--
-- $1 the ids of the starts; $2 whether to follow dynamic dispatch.
INSERT INTO found BY NAME
WITH RECURSIVE args AS (
  SELECT list_concat($1::INTEGER[], (SELECT coalesce(list(method_id), []) FROM possible_callees WHERE $2::BOOLEAN AND list_contains($1::INTEGER[], callee_id))) AS starts,
    $2::BOOLEAN AS dispatch
),
hops(hop, symbol_id, remaining, weakest, evidence) AS (
  (SELECT 0, r.symbol_id, r.depth, r.rank, 0
   FROM reached r, args a
   WHERE list_contains(a.starts, r.symbol_id)
   ORDER BY r.depth, r.rank, r.symbol_id
   LIMIT 1)
  UNION ALL
  (SELECT h.hop + 1, s.callee_id, h.remaining - 1, h.weakest, s.evidence_rank
   FROM hops h
   JOIN call_steps s ON s.caller_id = h.symbol_id
   JOIN reached r ON r.symbol_id = s.callee_id AND r.depth = h.remaining - 1, args a
   WHERE greatest(s.evidence_rank, r.rank) <= h.weakest AND (s.direct OR a.dispatch)
   ORDER BY s.evidence_rank, s.callee_id
   LIMIT 1)
),
pair AS MATERIALIZED (
  SELECT h.hop, h.symbol_id, h.evidence, lag(h.symbol_id) OVER (ORDER BY h.hop) AS caller_id FROM hops h
),
made AS MATERIALIZED (
  SELECT p.hop, p.symbol_id, c.callee_id, c.file_id, c.start_line, c.start_column, evidence_rank(c.evidence) AS evidence
  FROM pair p
  JOIN calls c ON c.caller_id = p.caller_id
),
first AS (
  SELECT m.hop, min({rank: greatest(m.evidence, coalesce(p.evidence_rank, 0)), file_id: m.file_id, line: m.start_line, col: m.start_column}) AS call
  FROM made m
  LEFT JOIN possible_callees p ON p.callee_id = m.callee_id AND p.method_id = m.symbol_id
  WHERE m.callee_id = m.symbol_id OR p.method_id IS NOT NULL
  GROUP BY m.hop
)
SELECT p.hop AS depth, p.evidence AS rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path,
  c.call.file_id AS site_id, f.file_path AS site_path, c.call.line AS site_line, c.call.col AS site_column, v.symbol AS via
FROM pair p
JOIN symbols s ON s.symbol_id = p.symbol_id
LEFT JOIN first c ON c.hop = p.hop
LEFT JOIN files f ON f.file_id = c.call.file_id
LEFT JOIN symbols v ON v.symbol_id = p.caller_id;
