-- A page of what was found, which hits holds: the best tier first, and among equals what
-- matters most to most readers. Each row has the number of all, and the best tier of all.
, page AS (
  SELECT *
  FROM hits, (SELECT count(*) AS total, min(tier) AS best FROM hits)
  ORDER BY tier, is_test, hidden, used DESC, class, length, symbol
  LIMIT ? OFFSET ?
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  p.tier, p.total, p.best
FROM page p
JOIN symbols s ON s.symbol_id = p.symbol_id
ORDER BY p.tier, p.is_test, p.hidden, p.used DESC, p.class, p.length, p.symbol
