-- The symbols with a name. The resolver decides which of them a target means. The step is smaller for the likelier symbols: the
-- exported, then those at package level, then those of the repository, then methods rather than fields, then those of code.
--
-- DESIGN: an external function is no likelier than a method of the repository: Init means tsdb.Head.Init, and not heap.Init.
--
-- $1 the name.
--
-- DESIGN: the statement compares one column with one value. For a list of names DuckDB reads all
-- columns of all symbols.
SELECT symbol_id, symbol, kind, coalesce(file_path, ''), coalesce(start_line, 0), coalesce(end_line, 0), qualified_name,
  coalesce(package_path, ''), is_external,
  if(is_exported, 0, 16) + if(container_id IS NOT NULL OR kind IN ('method', 'interface_method', 'field') OR is_external AND kind = 'function', 8, 0)
    + if(is_external, 4, 0) + if(kind = 'field', 2, 0) + if(is_test, 1, 0),
  0, 0, 0
FROM symbols
WHERE name = $1;
