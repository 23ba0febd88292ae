-- The files of the index in the view `stored`.
SELECT f.file_path, f.language, f.is_test, f.is_generated, f.is_vendored, f.lines_total, f.lines_code, f.lines_comment, f.size_bytes, f.status,
  i.repository, i."commit"
FROM files f, stored i
ORDER BY f.file_path
