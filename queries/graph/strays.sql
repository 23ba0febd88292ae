-- The names of methods in files outside the chosen build, which are not compared with
-- interfaces.
CREATE OR REPLACE TABLE strays AS
SELECT DISTINCT name
FROM symbols
WHERE kind = 'method' AND contains(symbol, '#') AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), ''));
