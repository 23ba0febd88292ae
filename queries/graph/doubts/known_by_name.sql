-- A method bears a name that the standard library looks for on values of any type,
-- through interfaces that have no name and so stand in no index:
-- Is, As and Unwrap (errors.Is, errors.As, errors.Unwrap), Timeout and Temporary
-- (os.IsTimeout, package net and net/url), IsBoolFlag (package flag), and IsZero
-- (omitzero of encoding/json).
SELECT 'known_by_name', count(*)
FROM nodes
WHERE asked AND NOT is_external AND kind = 'method'
  AND name IN ('Is', 'As', 'Unwrap', 'Timeout', 'Temporary', 'IsBoolFlag', 'IsZero')
