-- An interface has a method of one from outside: code outside may call it on values of the interface,
-- and of what embeds it. outside_steps.sql counts so the methods of types that are no interfaces.
SELECT count(*) AS outside_interface
FROM walk w
JOIN overrides o ON o.method_id = w.id
JOIN interface_methods a ON a.symbol_id = w.id
JOIN types t ON t.type_id = o.type_id AND t.kind = 'interface'
JOIN interface_methods i ON i.symbol_id = o.overridden_id AND i.is_external
WHERE w.asked;
