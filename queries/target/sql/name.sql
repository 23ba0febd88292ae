-- The symbols with a name. The resolver decides which of them a target means. The step is smaller for the likelier symbols: the
-- exported, then any but fields, then those of the repository, then those at package level, then those of code rather than tests.
--
-- DESIGN: an external function is no likelier than a method of the repository: Init means tsdb.Head.Init, and not heap.Init.
--
-- $1 the name.
--
-- DESIGN: the statement compares one column with one value. For a list of names DuckDB reads all
-- columns of all symbols.
SELECT symbol_id, symbol, kind, coalesce(file_path, ''), coalesce(start_line, 0), coalesce(end_line, 0), qualified_name,
  coalesce(package_path, ''), is_external,
  if(is_exported, 0, 16) + if(kind = 'field', 8, 0) + if(is_external, 4, 0)
    + if(container_id IS NULL AND kind NOT IN ('method', 'interface_method'), 0, 2) + if(is_test, 1, 0),
  0, 0, 0
FROM symbols
WHERE name = $1;
