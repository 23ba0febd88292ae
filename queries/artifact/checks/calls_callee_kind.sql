-- calls: every callee is a function, a method, an interface method or a macro
SELECT count(*), any_value(s.symbol || ' is a ' || s.kind)
FROM calls c JOIN symbols s ON s.symbol_id = c.callee_id
WHERE s.kind NOT IN ('function', 'method', 'interface_method', 'macro');
