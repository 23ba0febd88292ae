-- The size of each change of a function that both indexes have: the number of lines that only one version has, of the version with more of them. Blank lines and comments
-- on lines of their own do not count.
WITH f AS (
  SELECT c.new_id, b.file_id AS old_file, b.start_line AS old_start, b.end_line AS old_end, h.file_id AS new_file, h.start_line AS new_start, h.end_line AS new_end
  FROM function_change c
  JOIN base.functions b ON b.function_id = c.old_id AND b.start_line IS NOT NULL
  JOIN head.functions h ON h.function_id = c.new_id AND h.start_line IS NOT NULL
  WHERE c.is_rewritten OR c.is_resigned
),
old_line AS (
  SELECT file_id, unnest(string_split(content, chr(10))) AS line, generate_subscripts(string_split(content, chr(10)), 1) AS at
  FROM base.contents WHERE file_id IN (SELECT old_file FROM f)
),
new_line AS (
  SELECT file_id, unnest(string_split(content, chr(10))) AS line, generate_subscripts(string_split(content, chr(10)), 1) AS at
  FROM head.contents WHERE file_id IN (SELECT new_file FROM f)
),
side AS (
  SELECT f.new_id, trim(l.line, E' \t\r') AS line, -1 AS n FROM f JOIN old_line l ON l.file_id = f.old_file AND l.at BETWEEN f.old_start AND f.old_end
  UNION ALL
  SELECT f.new_id, trim(l.line, E' \t\r'), 1 FROM f JOIN new_line l ON l.file_id = f.new_file AND l.at BETWEEN f.new_start AND f.new_end
),
surplus AS (
  SELECT new_id, sum(n) AS n FROM side WHERE line <> '' AND NOT regexp_matches(line, '^(//|#|\*|/\*)') GROUP BY new_id, line
)
SELECT new_id, greatest(sum(n) FILTER (n > 0), -sum(n) FILTER (n < 0), 1)::INTEGER FROM surplus GROUP BY new_id;
