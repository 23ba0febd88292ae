-- The files of the index.
SELECT file_id, file_path, module_path, language, is_fixture, is_test, status = 'ok' AND NOT is_untyped FROM files ORDER BY file_path;
