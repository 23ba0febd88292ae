-- The package of a symbol was not fully type-checked.
SELECT count(DISTINCT own.module_path) AS untyped_packages
FROM nodes a
JOIN files own ON own.file_id = a.file_id
JOIN untyped u ON u.module_path = own.module_path
WHERE a.asked;
