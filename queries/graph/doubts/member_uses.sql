-- Fields and methods of a target, a type, are used where nothing names it.
SELECT count(DISTINCT r.enclosing_id) AS member_uses
FROM seeds t
JOIN symbols m ON m.container_id = t.id AND m.kind IN ('field', 'method', 'interface_method')
JOIN refs r ON r.symbol_id = m.symbol_id
WHERE r.enclosing_id <> t.id AND r.enclosing_id NOT IN (SELECT symbol_id FROM nodes);
