-- An interface has a method of one from outside: code outside may call it on values of the interface,
-- and of what embeds it. callers_steps.sql counts so the methods of types that are no interfaces.
SELECT count(*) AS outside_interface
FROM nodes a
JOIN overrides o ON o.method_id = a.symbol_id
JOIN types t ON t.type_id = o.type_id AND t.kind = 'interface'
JOIN interface_methods i ON i.symbol_id = o.overridden_id AND i.is_external
WHERE a.asked AND a.kind = 'interface_method';
