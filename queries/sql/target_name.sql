-- The symbols that bear a name. Which of them was meant is decided outside, by their kinds
-- too.
--
-- $1 the name.
--
-- DESIGN: one comparison: see table in ../index.go. Where the symbols are in Parquet, DuckDB
-- reads all columns of all symbols for a list of names or IN: of 250,000 that takes 19 ms,
-- and so did those 21 and 56.
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, qualified_name, package_path, is_external, ref_count
FROM symbols
WHERE name = $1;
