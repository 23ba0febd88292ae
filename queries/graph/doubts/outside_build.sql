-- A symbol is declared in a file outside the chosen build: calls from other files of
-- its build are matched by name at most. Its file's path ends its stable name, as it
-- does for `init` and `_`, which nothing can call.
SELECT 'outside_build', count(*)
FROM nodes
WHERE asked AND NOT is_external AND contains(symbol, '#' || file_path)
  AND name <> '_' AND NOT (kind = 'function' AND name = 'init')
