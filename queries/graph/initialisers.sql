-- Of the functions on a walk that stand for what initialises a package, which have calls in many
-- of its files: those that make such a call in a file which the filters let through, with the
-- first of them.
--
-- $1 to $3 as in left_out.sql.
SELECT s.symbol_id, f.file_id, f.file_path, s.place >> 32 & 4294967295 AS line, s.place & 4294967295 AS start_column, v.symbol
FROM (
  SELECT n.symbol_id, min(n.c.file_id::HUGEINT << 64 | n.c.line_column) AS place, arg_min(n.c.callee_id, n.c.file_id::HUGEINT << 64 | n.c.line_column) AS via
  FROM (
    SELECT i.symbol_id, i.depth, each_call(f) AS c
    FROM nodes i
    JOIN calls_from f ON f.caller_id = i.symbol_id
    WHERE i.kind = 'function' AND i.name = 'init' AND contains(i.symbol, '.init#package') AND ($3::BOOLEAN OR NOT i.is_test)
  ) n
  JOIN walk w ON w.id = n.c.callee_id AND w.label >> 3 < n.depth
  JOIN files g ON g.file_id = n.c.file_id
  WHERE n.c.label >= 8
    AND ($1::VARCHAR IS NULL OR regexp_full_match(g.file_path, $1::VARCHAR))
    AND ($2::VARCHAR IS NULL OR NOT regexp_full_match(g.file_path, $2::VARCHAR))
  GROUP BY n.symbol_id
) s
JOIN files f ON f.file_id = (s.place >> 64)::INTEGER
LEFT JOIN dispatched d ON d.id = s.via
JOIN nodes v ON v.symbol_id = coalesce(d.method_id, s.via);
