-- A target bears the name of a method of an interface that types are not, or not always,
-- compared with: one without a name, a generic one, or a constraint.
SELECT count(*) AS uncompared_interface
FROM unlike_methods i
WHERE i.name IN (SELECT s.name FROM symbols s JOIN seeds t ON t.id = s.symbol_id WHERE s.kind IN ('method', 'interface_method'))
  AND i.symbol_id NOT IN (SELECT id FROM seeds);
