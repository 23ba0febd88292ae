-- The symbols with a name in any letter case, in the columns of name.sql.
--
-- $1 the name.
SELECT symbol_id, symbol, kind, coalesce(file_path, ''), coalesce(start_line, 0), coalesce(end_line, 0), qualified_name,
  coalesce(package_path, ''), is_external,
  if(is_exported, 0, 16) + if(container_id IS NOT NULL OR kind IN ('method', 'interface_method', 'field') OR is_external AND kind = 'function', 8, 0)
    + if(is_external, 4, 0) + if(kind = 'field', 2, 0) + if(is_test, 1, 0),
  0, 0, 0
FROM symbols
WHERE lower(name) = lower($1::VARCHAR);
