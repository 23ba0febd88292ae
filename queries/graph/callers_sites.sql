-- For each caller that is shown, its first call on a shortest path of the best
-- evidence, and what it calls.
--
-- DESIGN: file and line, and file and position, travel as one number, and what is shown
-- is a table: with structures and a bound list this took 20 ms, and so it takes 7.
SELECT s.symbol_id, f.file_id, f.file_path, s.place & 4294967295 AS line, s.start_column, s.via
FROM (
  SELECT n.symbol_id, arg_min(c.file_id::BIGINT << 32 | c.start_line, c.file_id::BIGINT << 32 | c.start_pos) AS place,
    arg_min(c.start_column, c.file_id::BIGINT << 32 | c.start_pos) AS start_column,
    arg_min(c.callee_id, c.file_id::BIGINT << 32 | c.start_pos) AS via
  FROM shown n
  JOIN calls c ON c.caller_id = n.symbol_id
  JOIN walk v ON v.id = c.callee_id AND v.label >> 3 = n.depth - 1 AND greatest(v.label & 7, evidence_rank(c.evidence)) = n.rank
  GROUP BY n.symbol_id
) s
JOIN files f ON f.file_id = s.place >> 32;
