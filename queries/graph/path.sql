-- The symbols on a path, each with the first call that leads to it.
WITH made AS MATERIALIZED (
  SELECT depth, c.file_id, c.line_column
  FROM (
    SELECT h.depth, h.callee_id, h.rank, each_call(f) AS c
    FROM hops h
    JOIN calls_from f ON f.caller_id = h.caller_id
  )
  WHERE c.label >= 8 AND c.callee_id = callee_id AND c.label & 7 <= rank
)
SELECT h.depth, h.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path,
  (min(c.file_id::HUGEINT << 64 | c.line_column) >> 32)::BIGINT AS place,
  arg_min(f.file_path, c.file_id::HUGEINT << 64 | c.line_column) AS place_path,
  (min(c.file_id::HUGEINT << 64 | c.line_column) & 4294967295)::INTEGER AS place_column,
  any_value(v.symbol) AS via
FROM hops h
JOIN symbols s ON s.symbol_id = h.id
LEFT JOIN made c ON c.depth = h.depth
LEFT JOIN files f ON f.file_id = c.file_id
LEFT JOIN symbols v ON v.symbol_id = h.caller_id
GROUP BY h.depth, h.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path;
