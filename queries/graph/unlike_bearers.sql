-- The methods of types that bear the name of a method that unlike.sql names.
CREATE OR REPLACE TABLE unlike_bearers AS
SELECT container_id, name
FROM symbols
WHERE kind = 'method' AND name IN (SELECT name FROM unlike_methods);
