-- The targets from which the walk can be reached, the nearest first.
--
-- $1 their ids.
SELECT w.id, w.label
FROM walk w
JOIN symbols s ON s.symbol_id = w.id
WHERE list_contains($1::INTEGER[], w.id)
ORDER BY w.label, s.symbol
LIMIT 1;
