-- The symbols of certain kinds that bear one of two names. How far each of them is
-- what was typed is decided outside.
--
-- $1, $2 the names; $3 the kinds.
--
-- DESIGN: two values, and no list of names to join: for that DuckDB hashed the whole
-- of symbols, which took three times as long.
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, qualified_name, package_path, is_external
FROM symbols
WHERE name IN ($1, $2) AND list_contains($3::VARCHAR[], kind);
