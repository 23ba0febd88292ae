-- What implementing.sql found, without what is abstract itself.
SELECT f.id
FROM found f
JOIN symbols s ON s.symbol_id = f.id AND s.kind NOT IN ('interface', 'interface_method');
