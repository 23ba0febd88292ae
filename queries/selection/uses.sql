-- The uses of symbols: the user and the used symbol. A constant may repeat the expression of another one, and variables that one
-- expression initializes all use its parts, which refs has for the first of them.
WITH variable AS (
  SELECT symbol_id, min(symbol_id) OVER (PARTITION BY file_id, start_pos) AS first
  FROM symbols
  WHERE kind = 'variable' AND language IN (FROM selection.checked) AND start_pos IS NOT NULL
)
SELECT r.enclosing_id, r.symbol_id
FROM refs r
JOIN symbols s ON s.symbol_id = r.symbol_id AND NOT s.is_external AND s.language IN (FROM selection.checked)
WHERE r.role <> 'import' AND r.enclosing_id <> r.symbol_id
GROUP BY r.enclosing_id, r.symbol_id
UNION ALL
SELECT symbol_id, repeats_id FROM symbols WHERE repeats_id IS NOT NULL
UNION ALL
SELECT symbol_id, first FROM variable WHERE symbol_id <> first;
