-- The symbols that have the hash of another symbol.
WITH several AS (
  SELECT symbol_hash
  FROM symbols
  GROUP BY symbol_hash
  HAVING min(hash(symbol)) <> max(hash(symbol))
)
SELECT DISTINCT s.symbol
FROM symbols s
SEMI JOIN several v ON v.symbol_hash = s.symbol_hash
ORDER BY s.symbol
LIMIT 20
