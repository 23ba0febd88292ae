-- The files of packages and those named, in the order of their paths, and whether they
-- are left out as tests.
--
-- $1 the directories of the packages; $2 whether their tests count; $3 the ids of files.
SELECT file_id, file_path, language, is_test, is_test AND NOT $2::BOOLEAN AND NOT list_contains($3::INTEGER[], file_id)
FROM files
WHERE list_contains($1::VARCHAR[], module_path) OR list_contains($3::INTEGER[], file_id)
ORDER BY file_path;
