-- The edges between symbols of a picture: calls with the rank of their strongest evidence, and from each interface method to its possible
-- callees, with no rank.
--
-- $1 the stable names of the symbols.
WITH pictured AS MATERIALIZED (
  SELECT symbol_id, symbol FROM symbols WHERE list_contains($1::VARCHAR[], symbol)
)
SELECT a.symbol, b.symbol, s.evidence_rank
FROM pictured a
JOIN call_steps s ON s.caller_id = a.symbol_id AND s.direct
JOIN pictured b ON b.symbol_id = s.callee_id
UNION ALL
SELECT a.symbol, b.symbol, NULL
FROM pictured a
JOIN possible_callees p ON p.callee_id = a.symbol_id
JOIN pictured b ON b.symbol_id = p.method_id
ORDER BY ALL;
