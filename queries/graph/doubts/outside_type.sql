-- Types from outside, and their methods, are not compared with interfaces.
SELECT count(*) AS outside_type
FROM seeds t
JOIN symbols s ON s.symbol_id = t.id AND s.is_external AND s.kind NOT IN ('interface', 'interface_method');
