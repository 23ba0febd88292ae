-- placed: the constants whose value depends on their place, with their spec and the spec above it.
--
-- A spec is the names on one line of a declaration in parentheses, or of several lines. A spec without
-- a value repeats the one above; iota counts specs. Therefore no spec above a used one can go. The
-- index does not have the end of a declaration. Two specs belong to one declaration unless another
-- symbol or a line that begins with ) is between them. That line does not count after the end of a
-- comment. Without the text of the file, iota may be anywhere.
CREATE OR REPLACE TABLE unused.placed AS
WITH texts AS MATERIALIZED (
  SELECT file_id, string_split(content, chr(10)) AS lines
  FROM contents
  WHERE file_id IN (SELECT file_id FROM symbols WHERE kind = 'constant' AND language = 'go' AND name_line = start_line AND name_column = start_column)
),
ordered AS (
  SELECT *, lag(kind) OVER (PARTITION BY file_id ORDER BY start_pos, name_line, name_column) AS above
  FROM symbols
  WHERE language = 'go' AND start_pos IS NOT NULL AND kind NOT IN ('field', 'interface_method')
),
specs AS (
  SELECT file_id, start_pos, min(symbol_id) AS spec, any_value(container_id) AS container_id,
    any_value(start_line) AS start_line, any_value(end_line) AS end_line,
    bool_or(name_line = start_line AND name_column = start_column) AS in_parentheses,
    bool_or(name_line = end_line AND (name_line > start_line OR name_column - start_column + strlen(name) = end_pos - start_pos)) AS repeats,
    bool_or(above IS DISTINCT FROM 'constant') AS is_apart
  FROM ordered
  WHERE kind = 'constant'
  GROUP BY file_id, start_pos
),
read AS (
  SELECT s.*, t.lines IS NULL OR contains(array_to_string(t.lines[s.start_line:s.end_line], ' '), 'iota') AS counts,
    t.lines[lag(s.end_line) OVER w + 1 : s.start_line] AS between,
    lag(s.in_parentheses) OVER w AND s.container_id IS NOT DISTINCT FROM lag(s.container_id) OVER w AS may_follow
  FROM specs s
  LEFT JOIN texts t ON t.file_id = s.file_id
  WINDOW w AS (PARTITION BY s.file_id ORDER BY s.start_pos)
),
linked AS (
  SELECT *, in_parentheses AND NOT is_apart AND coalesce(may_follow, false)
    AND coalesce(contains(array_to_string(between, ' '), '*/')
      OR len(list_filter(between, lambda line: starts_with(ltrim(line, chr(9) || ' '), ')'))) = 0, true) AS follows
  FROM read
),
grouped AS (
  SELECT *, sum((NOT follows)::INTEGER) OVER (PARTITION BY file_id ORDER BY start_pos) AS nth
  FROM linked
),
judged AS (
  SELECT file_id, start_pos, spec, lag(spec) OVER (PARTITION BY file_id, nth ORDER BY start_pos) AS spec_above
  FROM grouped
  QUALIFY in_parentheses AND bool_or(counts OR repeats) OVER (PARTITION BY file_id, nth)
)
SELECT s.symbol_id, s.name = '_' AS is_blank, j.spec, j.spec_above
FROM judged j
JOIN symbols s ON s.file_id = j.file_id AND s.start_pos = j.start_pos AND s.kind = 'constant';
