-- For each of the callees that a walk found, the first call that leads to it on a
-- shortest path of the best evidence. A call leads to a method that stands in for
-- its callee too.
--
-- $1 the callees' ids; $2 whether the walk followed dispatch.
WITH RECURSIVE params AS (
  SELECT $1::INTEGER[] AS ids, $2::BOOLEAN AS dispatch
),
wanted AS (
  SELECT w.* FROM walk w, params p WHERE w.called AND list_contains(p.ids, w.id)
),
entry(id, callee_id, depth, rank) AS (
  SELECT id, id, depth, 0 FROM wanted
  UNION
  SELECT e.id, o.overridden_id, e.depth, greatest(e.rank, o.rank)
  FROM entry e
  JOIN stands_in o ON o.method_id = e.callee_id
  JOIN walk w ON w.id = o.overridden_id AND w.called AND w.depth = e.depth
  JOIN params p ON p.dispatch
),
sites AS (
  SELECT w.id, arg_min({'file_id': c.file_id, 'line': c.start_line, 'col': c.start_column}, c.file_id::BIGINT << 32 | c.start_pos) AS site
  FROM wanted w
  JOIN entry e ON e.id = w.id
  JOIN calls c ON c.callee_id = e.callee_id
  JOIN walk v ON v.id = c.caller_id AND v.depth = w.depth - 1 AND greatest(v.rank, e.rank, evidence_rank(c.evidence)) = w.rank
  GROUP BY w.id
)
SELECT s.id, f.file_id, f.file_path, s.site.line, s.site.col
FROM sites s
JOIN files f ON f.file_id = s.site.file_id;
