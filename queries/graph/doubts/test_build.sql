-- Tests declare a method of a type that is not theirs, and outside tests something bears its name too, which types may have by
-- what they embed; or a function that is named as a built-in one (../test_build.sql). Built with tests, other code may mean it
-- by that name, and the index has what that means without.
SELECT count(DISTINCT n.symbol_id) AS test_build
FROM nodes n
JOIN symbols s ON s.symbol_id = n.symbol_id
LEFT JOIN types t ON t.type_id = s.container_id
LEFT JOIN symbols o ON o.name = n.name AND o.kind IN ('method', 'interface_method', 'field') AND NOT o.is_test
WHERE n.asked AND may_replace(n.is_test, n.kind, n.name) AND (n.kind = 'function' OR NOT t.is_test AND o.symbol_id IS NOT NULL);
