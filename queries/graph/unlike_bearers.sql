-- The methods that bear the name of one that unlike.sql names.
CREATE OR REPLACE TABLE unlike_bearers AS
SELECT symbol_id, container_id AS type_id, name
FROM symbols
WHERE kind IN ('method', 'interface_method') AND name IN (SELECT name FROM unlike_methods);
