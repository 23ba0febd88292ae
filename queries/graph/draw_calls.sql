-- The calls between symbols of a picture, each with the rank of its best evidence.
--
-- $1 their stable names.
WITH pictured AS MATERIALIZED (
  SELECT symbol_id, symbol FROM symbols WHERE list_contains($1::VARCHAR[], symbol)
),
made AS MATERIALIZED (
  SELECT p.symbol, each_call(f) AS c FROM pictured p JOIN calls_from f ON f.caller_id = p.symbol_id
)
SELECT m.symbol, p.symbol, min(m.c.label & 7)
FROM made m
LEFT JOIN dispatched d ON d.id = m.c.callee_id
JOIN pictured p ON p.symbol_id = coalesce(d.method_id, m.c.callee_id)
WHERE m.c.label >= 8
GROUP BY m.symbol, p.symbol;
