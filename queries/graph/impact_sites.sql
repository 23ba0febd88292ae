-- For each symbol that is shown: the first use of a symbol one step nearer to the targets that is no call of a function.
WITH near AS MATERIALIZED (
  SELECT symbol_id, depth FROM reached
  UNION ALL
  SELECT symbol_id, 0 FROM affected
),
first AS (
  SELECT w.symbol_id, min({file_id: r.file_id, line: r.start_line, col: r.start_column, via: r.symbol_id}) AS use
  FROM shown w
  JOIN symbols self ON self.symbol_id = w.symbol_id
  JOIN refs r ON r.enclosing_id = w.symbol_id AND r.role <> 'import'
  JOIN near n ON n.symbol_id = r.symbol_id AND n.depth = w.depth - 1
  JOIN symbols v ON v.symbol_id = r.symbol_id
  WHERE v.kind IN ('variable', 'constant') OR self.kind IN ('variable', 'constant')
    OR w.depth = 1 AND (r.role <> 'call' OR v.kind NOT IN ('function', 'method', 'interface_method'))
  GROUP BY w.symbol_id
),
conversion AS (
  SELECT w.symbol_id, min({file_id: n.file_id, line: n.start_line, col: n.start_column, via: n.method_id}) AS use
  FROM shown w
  JOIN needed n ON n.symbol_id = w.symbol_id AND w.depth = 1
  GROUP BY w.symbol_id
)
SELECT u.symbol_id, u.use.file_id, f.file_path, u.use.line, u.use.col, v.symbol, u.use.via, 1
FROM (FROM first UNION ALL (FROM conversion ANTI JOIN first USING (symbol_id))) u
JOIN files f ON f.file_id = u.use.file_id
JOIN symbols v ON v.symbol_id = u.use.via;
