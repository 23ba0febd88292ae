-- For each of the callers that a walk found, its first call on a shortest path of
-- the best evidence.
--
-- $1 the callers' ids; $2 whether the walk followed dispatch, which makes no
-- difference here.
WITH params AS (
  SELECT unnest($1::INTEGER[]) AS id, $2::BOOLEAN AS dispatch
),
sites AS (
  SELECT n.symbol_id, arg_min({'file_id': c.file_id, 'line': c.start_line, 'col': c.start_column}, c.file_id::BIGINT << 32 | c.start_pos) AS site
  FROM params p
  JOIN nodes n ON n.symbol_id = p.id
  JOIN calls c ON c.caller_id = n.symbol_id
  JOIN walk v ON v.id = c.callee_id AND v.depth = n.depth - 1 AND greatest(v.rank, evidence_rank(c.evidence)) = n.rank
  GROUP BY n.symbol_id
)
SELECT s.symbol_id, f.file_id, f.file_path, s.site.line, s.site.col
FROM sites s
JOIN files f ON f.file_id = s.site.file_id;
