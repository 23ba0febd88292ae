-- What stands at a position of a file: 1 the symbol of the reference there, 2
-- the declaration whose name stands there, 3 the declarations around it,
-- innermost first. Without a column only the third. Where a declaration of several lines ends in
-- its last line is not known: what stands behind it there counts as within.
--
-- $1 the file's path; $2 the line; $3 the column, or 0.
WITH params AS (
  SELECT file_id, $2::BIGINT AS line, $3::BIGINT AS col FROM files WHERE file_path = $1
),
found AS (
  SELECT s.*, 1 AS step
  FROM refs r, params p, symbols s
  WHERE r.file_id = p.file_id AND r.start_line = p.line AND r.start_column <= p.col AND p.col < r.end_column AND s.symbol_id = r.symbol_id
  UNION ALL
  SELECT s.*, 2 AS step
  FROM symbols s, params p
  WHERE s.file_id = p.file_id AND s.name_line = p.line AND s.name_column <= p.col AND p.col < s.name_column + strlen(s.name)
  UNION ALL
  SELECT s.*, 3 AS step
  FROM symbols s, params p
  WHERE s.file_id = p.file_id AND p.line BETWEEN s.start_line AND s.end_line
    AND (p.col = 0 OR p.line > s.start_line OR p.col >= s.start_column)
    AND (p.col = 0 OR s.start_line < s.end_line OR p.col < s.start_column + s.end_pos - s.start_pos)
)
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, step, start_column, start_pos, end_pos
FROM found
ORDER BY step, start_pos DESC, end_pos, symbol;
