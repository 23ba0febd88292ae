-- A symbol is declared in a file outside the chosen build: calls from other files of its
-- build are matched by name at most. Its file's path ends its stable name, as it does
-- for `init` and `_`, which nothing can call.
SELECT count(*) AS outside_build
FROM nodes
WHERE asked AND NOT is_external AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), ''))
  AND name <> '_' AND NOT (kind = 'function' AND name = 'init');
