-- The files of the index: whether cortex read them with types, and whether their language has imports that rules resolve.
SELECT file_id, file_path, language, is_fixture, is_test, status = 'ok' AND NOT is_untyped,
  status IN ('ok', 'partial') AND language NOT IN (FROM selection.checked)
FROM files
ORDER BY file_path;
