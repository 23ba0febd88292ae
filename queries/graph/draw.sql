-- Which symbols of a picture stand in for which others of it.
--
-- $1 their stable names.
WITH pictured AS (
  SELECT symbol_id, symbol FROM symbols WHERE list_contains($1::VARCHAR[], symbol)
)
SELECT DISTINCT i.symbol, m.symbol
FROM stand_ins s
JOIN pictured i ON i.symbol_id = s.caller_id
JOIN pictured m ON m.symbol_id = s.callee_id
ORDER BY i.symbol, m.symbol;
