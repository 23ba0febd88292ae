-- For each symbol that is shown, the first use of a variable or constant on a shortest path, or in
-- a variable or constant the first use of what makes its value.
SELECT n.symbol_id, f.file_id, f.file_path, n.place & 4294967295 AS line, n.start_column, n.via
FROM (
  SELECT s.symbol_id, min(r.file_id::BIGINT << 32 | r.start_line) AS place,
    arg_min(r.start_column, (r.file_id::BIGINT << 32 | r.start_line) << 16 | r.start_column) AS start_column,
    arg_min(v.symbol, (r.file_id::BIGINT << 32 | r.start_line) << 16 | r.start_column) AS via
  FROM shown s
  JOIN nodes self ON self.symbol_id = s.symbol_id
  JOIN refs r ON r.enclosing_id = s.symbol_id AND r.role <> 'import'
  JOIN nodes v ON v.symbol_id = r.symbol_id AND v.nearest = s.depth - 1
  WHERE v.kind IN ('variable', 'constant') OR self.kind IN ('variable', 'constant')
  GROUP BY s.symbol_id
) n
JOIN files f ON f.file_id = n.place >> 32;
