-- For each symbol that is shown and that uses a target, or an alias of it, other than by a call that
-- the walk follows, the first of those uses.
SELECT n.symbol_id, f.file_id, f.file_path, n.place & 4294967295 AS line, n.start_column, n.via
FROM (
  SELECT s.symbol_id, min(r.file_id::BIGINT << 32 | r.start_line) AS place,
    arg_min(r.start_column, (r.file_id::BIGINT << 32 | r.start_line) << 16 | r.start_column) AS start_column,
    arg_min(t.symbol, (r.file_id::BIGINT << 32 | r.start_line) << 16 | r.start_column) AS via
  FROM shown s
  JOIN refs r ON r.enclosing_id = s.symbol_id AND r.role <> 'import'
  JOIN affected a ON a.id = r.symbol_id
  JOIN symbols t ON t.symbol_id = a.id
  WHERE s.depth = 1 AND (r.role <> 'call' OR t.kind NOT IN ('function', 'method', 'interface_method'))
  GROUP BY s.symbol_id
) n
JOIN files f ON f.file_id = n.place >> 32;
