-- A method stands in for one of an interface from outside, through which code outside may call it.
SELECT 'outside_interface', count(DISTINCT o.method_id)
FROM stands_in o
JOIN nodes a ON a.symbol_id = o.method_id AND a.asked AND NOT a.is_external
JOIN symbols i ON i.symbol_id = o.overridden_id AND i.is_external
