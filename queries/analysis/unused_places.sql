-- The constants whose value depends on where they stand.
--
-- The names of one line of a declaration in parentheses, or of several, make a spec. A spec
-- without a value repeats the one above; iota counts the specs. What stands above a used one
-- can then not go. The index does not hold where a declaration ends. Specs count as of one
-- while nothing tells them apart: another symbol, or a line that begins with ) and cannot
-- stand in a comment. Where there is no text, iota may stand anywhere.
CREATE OR REPLACE TABLE unused.placed AS
WITH ordered AS (
  SELECT *, lag(kind) OVER (PARTITION BY file_id ORDER BY start_pos, name_line, name_column) AS above
  FROM symbols
  WHERE language = 'go' AND start_pos IS NOT NULL AND kind NOT IN ('field', 'interface_method')
), specs AS (
  SELECT file_id, start_pos, min(symbol_id) AS spec, any_value(container_id) AS container_id,
    any_value(start_line) AS start_line, any_value(end_line) AS end_line,
    bool_or(name_line = start_line AND name_column = start_column) AS in_parentheses,
    bool_or(name_line = end_line AND (name_line > start_line OR name_column - start_column + strlen(name) = end_pos - start_pos)) AS repeats,
    bool_or(above IS DISTINCT FROM 'constant') AS apart
  FROM ordered
  WHERE kind = 'constant'
  GROUP BY file_id, start_pos
), marked AS (
  SELECT s.*, t.file_id IS NULL OR coalesce(i.line >= s.start_line, false) AS counts, coalesce(c.line, 0) AS closed, coalesce(e.line, 0) AS comment_ended
  FROM specs s
  LEFT JOIN (SELECT file_id FROM unused.marks WHERE mark = 'text') t ON t.file_id = s.file_id
  ASOF LEFT JOIN (SELECT file_id, line FROM unused.marks WHERE mark = 'iota') i ON i.file_id = s.file_id AND s.end_line >= i.line
  ASOF LEFT JOIN (SELECT file_id, line FROM unused.marks WHERE mark = 'closes') c ON c.file_id = s.file_id AND s.start_line > c.line
  ASOF LEFT JOIN (SELECT file_id, line FROM unused.marks WHERE mark = 'comment') e ON e.file_id = s.file_id AND s.start_line >= e.line
), linked AS (
  SELECT *, in_parentheses AND NOT apart AND coalesce(lag(in_parentheses) OVER w AND container_id IS NOT DISTINCT FROM lag(container_id) OVER w
    AND (closed <= lag(end_line) OVER w OR comment_ended >= lag(end_line) OVER w), false) AS follows
  FROM marked
  WINDOW w AS (PARTITION BY file_id ORDER BY start_pos)
), grouped AS (
  SELECT *, sum((NOT follows)::INTEGER) OVER (PARTITION BY file_id ORDER BY start_pos) AS nth
  FROM linked
), judged AS (
  SELECT file_id, start_pos, spec, min(spec) OVER g AS declaration, lag(spec) OVER o AS spec_above
  FROM grouped
  WINDOW g AS (PARTITION BY file_id, nth), o AS (PARTITION BY file_id, nth ORDER BY start_pos)
  QUALIFY in_parentheses AND bool_or(counts OR repeats) OVER g
)
SELECT s.symbol_id, s.name = '_' AS is_blank, j.*
FROM judged j
JOIN symbols s ON s.file_id = j.file_id AND s.start_pos = j.start_pos AND s.kind = 'constant';
