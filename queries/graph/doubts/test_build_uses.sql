-- As test_build.sql, of the targets.
SELECT count(DISTINCT n.id) AS test_build
FROM seeds n
JOIN symbols s ON s.symbol_id = n.id
LEFT JOIN types t ON t.type_id = s.container_id
LEFT JOIN symbols o ON o.name = s.name AND o.kind IN ('method', 'interface_method', 'field') AND NOT o.is_test
WHERE may_replace(s.is_test, s.kind, s.name) AND (s.kind = 'function' OR NOT t.is_test AND o.symbol_id IS NOT NULL);
