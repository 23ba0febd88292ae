-- The symbols on a path, each with the first call that leads to it.
SELECT h.depth, h.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path,
  min(c.file_id::BIGINT << 32 | c.start_line) AS place,
  arg_min(f.file_path, c.file_id::BIGINT << 32 | c.start_line) AS place_path,
  arg_min(c.start_column, (c.file_id::BIGINT << 32 | c.start_line) << 16 | c.start_column) AS place_column,
  any_value(v.symbol) AS via
FROM hops h
JOIN symbols s ON s.symbol_id = h.id
LEFT JOIN calls c ON c.caller_id = h.caller_id AND c.callee_id = h.callee_id AND evidence_rank(c.evidence) <= h.rank
LEFT JOIN files f ON f.file_id = c.file_id
LEFT JOIN symbols v ON v.symbol_id = h.caller_id
GROUP BY h.depth, h.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path;
