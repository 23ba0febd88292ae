-- The symbols of certain kinds that bear one of two names, and functions main, which
-- say that a package is a command. How far each of them is
-- what was typed is decided outside.
--
-- $1, $2 the names; $3 the kinds.
--
-- DESIGN: two comparisons, and neither a list of names nor IN, for which DuckDB reads
-- all columns of all symbols: of 250,000 that takes 19 ms, and so did those 21 and 56.
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, qualified_name, package_path, is_external
FROM symbols
WHERE (name = $1 OR name = $2) AND (list_contains($3::VARCHAR[], kind) OR name = 'main' AND kind = 'function');
