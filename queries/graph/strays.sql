-- The symbols in files outside the chosen build, which are not type-checked, with what the
-- chosen build calls them if it has them too. The path
-- of such a file ends the stable names in it. It ends those of init functions, of `_`,
-- and of what is declared in them, in every file: they say nothing of theirs.
CREATE OR REPLACE TABLE strays AS
SELECT symbol_id, file_id, name, kind, split_part(symbol, '#', 1) AS base
FROM symbols
WHERE contains(symbol, '#') AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), ''))
  AND name <> '_' AND NOT (kind = 'function' AND name = 'init') AND NOT regexp_matches(symbol, '\.(init|_)\.[^#]*#');
