-- For each of the callers that a walk found, its first call on a shortest path of
-- the best evidence.
--
-- $1 the callers' ids.
WITH params AS (
  SELECT unnest($1::INTEGER[]) AS id
),
sites AS (
  SELECT n.id, first({'file_id': c.file_id, 'line': c.start_line, 'col': c.start_column} ORDER BY c.file_id, c.start_pos) AS site
  FROM params n
  JOIN walk w ON w.id = n.id AND w.called
  JOIN calls c ON c.caller_id = n.id
  JOIN walk v ON v.id = c.callee_id AND v.depth = w.depth - 1 AND greatest(v.rank, evidence_rank(c.evidence)) = w.rank
  GROUP BY n.id
)
SELECT s.id, f.file_id, f.file_path, s.site.line, s.site.col
FROM sites s
JOIN files f ON f.file_id = s.site.file_id;
