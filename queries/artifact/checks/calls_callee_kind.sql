-- calls: every callee is a function, a method or an interface method
SELECT count(*), any_value(s.symbol || ' is a ' || s.kind)
FROM calls c JOIN symbols s ON s.symbol_id = c.callee_id
WHERE s.kind NOT IN ('function', 'method', 'interface_method');
