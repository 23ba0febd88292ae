-- For each callee that is shown, the first call that leads to it on a shortest path
-- of the best evidence, and who makes it. A call leads to a method that stands in for its callee too.
--
-- $1 whether the walk followed dispatch.
--
-- DESIGN: see callers_sites.sql.
WITH RECURSIVE entry(symbol_id, callee_id, depth, wanted, rank) AS (
  SELECT symbol_id, symbol_id, depth, rank, 0 FROM shown
  UNION
  SELECT e.symbol_id, s.caller_id, e.depth, e.wanted, greatest(e.rank, s.label & 7)
  FROM entry e
  JOIN steps s ON s.callee_id = e.callee_id AND s.label < 8
  JOIN walk w ON w.id = s.caller_id AND w.called_label >> 3 = e.depth
  WHERE $1::BOOLEAN
)
SELECT s.symbol_id, f.file_id, f.file_path, s.place & 4294967295 AS line, s.start_column, s.via
FROM (
  SELECT e.symbol_id, arg_min(c.file_id::BIGINT << 32 | c.start_line, c.file_id::BIGINT << 32 | c.start_pos) AS place,
    arg_min(c.start_column, c.file_id::BIGINT << 32 | c.start_pos) AS start_column,
    arg_min(c.caller_id, c.file_id::BIGINT << 32 | c.start_pos) AS via
  FROM entry e
  JOIN calls c ON c.callee_id = e.callee_id
  JOIN walk v ON v.id = c.caller_id AND v.label >> 3 = e.depth - 1 AND greatest(v.label & 7, e.rank, evidence_rank(c.evidence)) = e.wanted
  GROUP BY e.symbol_id
) s
JOIN files f ON f.file_id = s.place >> 32;
