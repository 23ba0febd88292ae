-- As untyped_values.sql, for methods that only their package can name.
SELECT count(*) AS untyped_values
FROM unresolved u
JOIN files f ON f.file_id = u.file_id
WHERE f.module_path IN (SELECT own.module_path FROM nodes a JOIN files own ON own.file_id = a.file_id WHERE a.asked AND NOT a.is_exported AND a.kind IN ('method', 'interface_method'));
