-- For each symbol that is shown: the first use of a symbol one step nearer to the targets that is no call of a function, or otherwise the
-- first conversion that breaks. Symbols with a call that names one are left out: the call is their place. A call by dynamic dispatch says less.
WITH near AS MATERIALIZED (
  SELECT symbol_id, depth FROM reached
  UNION ALL
  SELECT symbol_id, 0 FROM affected
),
calling AS MATERIALIZED (
  SELECT c.caller_id
  FROM shown w
  JOIN calls c ON c.caller_id = w.symbol_id
  JOIN near n ON n.symbol_id = c.callee_id AND n.depth = w.depth - 1
),
waiting AS MATERIALIZED (
  SELECT symbol_id, depth FROM shown WHERE symbol_id NOT IN (SELECT caller_id FROM calling)
),
uses AS MATERIALIZED (
  SELECT w.symbol_id, 0 AS rank, r.file_id, r.start_line, r.start_column, r.symbol_id AS via
  FROM waiting w
  JOIN symbols self ON self.symbol_id = w.symbol_id
  JOIN refs r ON r.enclosing_id = w.symbol_id AND r.role <> 'import'
  JOIN near n ON n.symbol_id = r.symbol_id AND n.depth = w.depth - 1
  JOIN symbols v ON v.symbol_id = r.symbol_id
  WHERE v.kind IN ('variable', 'constant') OR self.kind IN ('variable', 'constant')
    OR w.depth = 1 AND (r.role <> 'call' OR v.kind NOT IN ('function', 'method', 'interface_method'))
  UNION ALL
  SELECT w.symbol_id, 1, n.file_id, n.start_line, n.start_column, n.method_id
  FROM waiting w
  JOIN needed n ON n.symbol_id = w.symbol_id AND w.depth = 1
),
first AS (
  SELECT symbol_id, min({rank: rank, file_id: file_id, line: start_line, col: start_column, via: via}) AS use FROM uses GROUP BY symbol_id
)
SELECT u.symbol_id, u.use.file_id, f.file_path, u.use.line, u.use.col, v.symbol, u.use.via, 1
FROM first u
JOIN files f ON f.file_id = u.use.file_id
JOIN symbols v ON v.symbol_id = u.use.via;
