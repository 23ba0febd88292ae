-- The methods that bear the name of one that unlike.sql names; those of interfaces are of no
-- type here.
CREATE OR REPLACE TABLE unlike_bearers AS
SELECT symbol_id, CASE kind WHEN 'method' THEN container_id END AS type_id, name
FROM symbols
WHERE kind IN ('method', 'interface_method') AND name IN (SELECT name FROM unlike_methods);
