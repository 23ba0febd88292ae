-- The symbols in files outside the chosen build, which are not type-checked. The path
-- of such a file ends the stable names in it.
CREATE OR REPLACE TABLE strays AS
SELECT symbol_id, file_id, name, kind
FROM symbols
WHERE contains(symbol, '#') AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), ''));
