-- The symbols at a position of a file, by step. Step 1 is the symbol of the reference there, 2 the
-- declaration whose name is there, and 3 the declarations around it, innermost first. Without a column
-- there is only step 3. A declaration of several lines counts to the end of its last line.
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
SELECT symbol_id, symbol, kind, coalesce(file_path, ''), coalesce(start_line, 0), coalesce(end_line, 0), qualified_name,
  coalesce(package_path, ''), is_external, step, coalesce(start_column, 0), coalesce(start_pos, 0), coalesce(end_pos, 0)
FROM found
ORDER BY step, start_pos DESC, end_pos, symbol;
