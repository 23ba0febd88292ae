-- known_by_name: a method bears a name that the standard library looks for on values
-- of any type, through interfaces that have no name and so stand in no index: Is, As
-- and Unwrap (errors.Is, errors.As, errors.Unwrap), Timeout and Temporary
-- (os.IsTimeout, package net and net/url), IsBoolFlag (package flag), and IsZero
-- (omitzero of encoding/json).
--
-- outside_build: a symbol is declared in a file outside the chosen build: calls from
-- other files of its build are matched by name at most. Its file's path ends its stable
-- name, as it does for `init` and `_`, which nothing can call.
SELECT
  count(*) FILTER (kind = 'method' AND name IN ('Is', 'As', 'Unwrap', 'Timeout', 'Temporary', 'IsBoolFlag', 'IsZero')) AS known_by_name,
  count(*) FILTER (contains(symbol, '#' || file_path) AND name <> '_' AND NOT (kind = 'function' AND name = 'init')) AS outside_build
FROM nodes
WHERE asked AND NOT is_external;
