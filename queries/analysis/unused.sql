-- A page of the symbols that pass the filters ($1 to $6) and are unused in a mode ($7), in
-- the worlds of a bit ($8): $9 rows from $10 on, what programs wrote last. Each row has the number of all, who uses it,
-- and what else its reason says.
WITH found AS MATERIALIZED (
  SELECT s.*, f.is_generated, count(*) OVER () AS total
  FROM chosen($1, $2, $3, $4, $5, $6) s
  JOIN unused.idle i ON i.symbol_id = s.symbol_id AND i.mode = $7 AND i.worlds & $8 = 0
  JOIN files f ON f.file_id = s.file_id
  ORDER BY f.is_generated, s.file_path, s.start_line, s.name_line, s.name_column, s.symbol
  LIMIT $9 OFFSET $10
), users AS (
  SELECT f.symbol_id, coalesce(s.kind = 'method' AND s.container_id = f.symbol_id, false) AS own, s.symbol
  FROM found f
  JOIN unused.uses u ON u.dst = f.symbol_id
  JOIN symbols s ON s.symbol_id = u.src
), told AS (
  SELECT symbol_id, count(*) FILTER (own) AS own, count(*) FILTER (NOT own) AS others, list(symbol ORDER BY symbol) FILTER (NOT own) AS names
  FROM users
  GROUP BY symbol_id
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  s.total, coalesce(t.own, 0), coalesce(t.others, 0), coalesce(array_to_string(t.names[1:3], chr(10)), ''),
  CASE WHEN i.worlds & $8 = 0 AND s.kind = 'method' THEN coalesce(c.symbol, '') ELSE '' END, s.is_generated,
  s.kind = 'variable' AND s.symbol_id IN (SELECT enclosing_id FROM refs WHERE role = 'call')
FROM found s
LEFT JOIN told t ON t.symbol_id = s.symbol_id
LEFT JOIN symbols c ON c.symbol_id = s.container_id
LEFT JOIN unused.idle i ON i.symbol_id = s.container_id AND i.mode = $7
ORDER BY s.is_generated, s.file_path, s.start_line, s.name_line, s.name_column, s.symbol
