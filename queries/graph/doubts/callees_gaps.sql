-- The package of a symbol was not fully type-checked; where an interface method is called, any, as
-- its types may have methods that stand in.
SELECT CASE WHEN EXISTS (FROM nodes WHERE kind = 'interface_method') THEN any_value(untyped_packages) ELSE (
    SELECT count(DISTINCT own.module_path)
    FROM nodes a
    JOIN files own ON own.file_id = a.file_id
    JOIN untyped u ON u.module_path = own.module_path
    WHERE a.asked
  ) END AS untyped_packages
FROM gaps;
