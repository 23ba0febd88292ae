-- known_by_name: a method bears a name that the standard library looks for on values
-- of any type, through interfaces that have no name and so stand in no index: Is, As
-- and Unwrap (errors.Is, errors.As, errors.Unwrap), Timeout and Temporary
-- (os.IsTimeout, package net and net/url), IsBoolFlag (package flag), and IsZero
-- (omitzero of encoding/json).
--
-- outside_build: a symbol is declared in a file outside the chosen build: calls from
-- other files of its build are matched by name at most. Its file's path ends its stable
-- name, as it does for `init` and `_`, which nothing can call.
--
-- The two that begin with when_ are no reasons, but when another statement is asked.
SELECT
  count(*) FILTER (NOT is_external AND kind = 'method'
    AND name IN ('Is', 'As', 'Unwrap', 'Timeout', 'Temporary', 'IsBoolFlag', 'IsZero')) AS known_by_name,
  count(*) FILTER (NOT is_external AND ends_with(file_path, nullif(regexp_extract(symbol, '#([^~]*)', 1), '')) AND name <> '_' AND NOT (kind = 'function' AND name = 'init')) AS outside_build,
  count(*) FILTER (is_external AND kind = 'method') AS when_outside_method,
  count(*) FILTER (kind = 'method' AND name IN (SELECT name FROM interface_methods WHERE NOT is_external)) AS when_uncompared_names
FROM nodes
WHERE asked;
