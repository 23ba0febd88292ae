-- Files that were parsed, but not type-checked, may take a method as a value: they have its name
-- behind a dot, where it can be seen.
SELECT count(DISTINCT u.file_id) AS untyped_values
FROM nodes a
JOIN untyped_names u ON u.name = a.name
LEFT JOIN files own ON own.file_id = a.file_id
WHERE a.asked AND a.kind IN ('method', 'interface_method') AND (a.is_exported OR u.module_path = own.module_path);
