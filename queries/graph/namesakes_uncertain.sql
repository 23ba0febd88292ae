-- The symbols that bear the name of a call of uncertain.sql, of an index that was loaded.
CREATE OR REPLACE TABLE namesakes_uncertain AS
SELECT symbol_id, name
FROM symbols
WHERE name IN (SELECT name FROM uncertain);
