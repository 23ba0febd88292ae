-- What else an impact spreads from, at a depth of 1: what uses a target, or an alias of
-- it, other than by a call, and what implements it or stands in for it.
SELECT DISTINCT r.enclosing_id
FROM affected t
JOIN refs r ON r.symbol_id = t.id
WHERE r.role NOT IN ('call', 'import') AND r.enclosing_id IS NOT NULL AND r.enclosing_id NOT IN (SELECT id FROM seeds)
UNION
SELECT id FROM implementing;
