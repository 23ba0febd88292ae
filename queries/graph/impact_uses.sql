-- What uses a target, or an alias of it, other than by a call that the walk follows. A call of the function that a variable or
-- field holds is a use of that.
SELECT DISTINCT r.enclosing_id
FROM affected t
JOIN refs r ON r.symbol_id = t.id
WHERE (r.role NOT IN ('call', 'import') OR r.role = 'call' AND NOT t.is_called)
  AND r.enclosing_id IS NOT NULL AND r.enclosing_id NOT IN (SELECT id FROM seeds);
