-- The symbols with a name. The resolver decides which of them a target means.
--
-- $1 the name.
--
-- DESIGN: the statement compares one column with one value. For a list of names DuckDB reads all
-- columns of all symbols.
SELECT symbol_id, symbol, kind, coalesce(file_path, ''), coalesce(start_line, 0), coalesce(end_line, 0), qualified_name,
  coalesce(package_path, ''), is_external, 0, 0, 0, 0
FROM symbols
WHERE name = $1;
