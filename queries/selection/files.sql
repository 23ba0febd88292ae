-- The files of the index: whether the declarations in them decide, which cortex read with types, and whether their language has imports that rules resolve.
SELECT file_id, file_path, language, is_fixture, is_test, status = 'ok' AND NOT is_untyped AND NOT is_vendored,
  status IN ('ok', 'partial') AND language NOT IN (FROM selection.checked)
FROM files
ORDER BY file_path;
