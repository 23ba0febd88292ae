-- The symbols and files of packages and files. Tests of a package do not count.
--
-- $1 the directories of the packages; $2 the ids of the files.
SELECT symbol_id, NULL
FROM symbols
WHERE list_contains($1::VARCHAR[], module_path) AND NOT is_test OR list_contains($2::INTEGER[], file_id)
UNION ALL
SELECT NULL, file_path
FROM files
WHERE list_contains($1::VARCHAR[], module_path) AND NOT is_test AND language <> '' OR list_contains($2::INTEGER[], file_id);
