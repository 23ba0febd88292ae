-- The package of a symbol was not fully type-checked; where an interface method is called, any, as
-- its types may have methods that stand in. So it is with files that were not read: what they declare
-- of a package of the repository is as from outside.
SELECT CASE WHEN EXISTS (FROM nodes WHERE kind = 'interface_method') OR EXISTS (
    SELECT 1
    FROM (SELECT kind, left(symbol, length(symbol) - length(name) - 1) AS holder FROM nodes WHERE is_external AND kind IN ('function', 'method')) a
    JOIN modules m ON m.package_path = CASE WHEN a.kind = 'method' THEN regexp_replace(a.holder, '\.[^.]*$', '') ELSE a.holder END
  ) THEN (SELECT any_value(unread_files) FROM unread) END AS unread_files,
  CASE WHEN EXISTS (FROM nodes WHERE kind = 'interface_method') THEN any_value(untyped_packages) ELSE (
    SELECT count(DISTINCT own.module_path)
    FROM nodes a
    JOIN files own ON own.file_id = a.file_id
    JOIN untyped u ON u.module_path = own.module_path
    WHERE a.asked
  ) END AS untyped_packages
FROM gaps;
