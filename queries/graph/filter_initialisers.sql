-- The synthetic function of a package's initialization has calls in many files, and its own file is any of them. It is a result when one
-- of its calls to a nearer symbol is in a file that the filters keep. That call becomes its place.
--
-- $1 to $4 as in filter.sql.
UPDATE found SET left_out = true WHERE symbol_id IN (SELECT function_id FROM functions WHERE start_line IS NULL);

WITH near AS MATERIALIZED (
  SELECT symbol_id, depth FROM reached
  UNION ALL
  SELECT symbol_id, 0 FROM target
  UNION ALL
  SELECT p.callee_id, n.depth FROM (SELECT symbol_id, depth FROM reached UNION ALL SELECT symbol_id, 0 FROM target) n
  JOIN possible_callees p ON p.method_id = n.symbol_id
),
first AS (
  SELECT i.symbol_id, min({file_id: g.file_id, file_path: g.file_path, line: c.start_line, col: c.start_column, via: v.symbol}) AS call
  FROM found i
  JOIN calls c ON c.caller_id = i.symbol_id
  JOIN near n ON n.symbol_id = c.callee_id AND n.depth < i.depth
  JOIN files g ON g.file_id = c.file_id
  JOIN symbols v ON v.symbol_id = c.callee_id
  WHERE i.symbol_id IN (SELECT function_id FROM functions WHERE start_line IS NULL) AND ($3::BOOLEAN OR NOT i.is_test) AND (i.is_test OR NOT $4::BOOLEAN)
    AND ($1::VARCHAR IS NULL OR regexp_full_match(g.file_path, $1::VARCHAR))
    AND ($2::VARCHAR IS NULL OR NOT regexp_full_match(g.file_path, $2::VARCHAR))
  GROUP BY i.symbol_id
)
UPDATE found SET left_out = false, site_id = f.call.file_id, site_path = f.call.file_path, site_line = f.call.line,
  site_column = f.call.col, via = f.call.via
FROM first f
WHERE found.symbol_id = f.symbol_id;
