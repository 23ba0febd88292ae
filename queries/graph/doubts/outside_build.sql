-- A symbol is declared in a file outside the chosen build (../outside_build.sql): calls from other files of
-- its build are matched by name at most.
SELECT count(*) AS outside_build
FROM nodes
WHERE asked AND NOT is_external AND is_outside_build(symbol, name, kind, file_path);
