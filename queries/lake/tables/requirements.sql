-- The versions of modules that the index in the view `stored` declares; the view `declared` has them.
SELECT d.module, d.version, d.is_indirect, d.file_path, d.start_line, i.repository, i."commit"
FROM declared d, stored i
ORDER BY d.module, d.file_path
