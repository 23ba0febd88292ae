-- The Go files that a package's doc comment may stand in, doc.go first.
--
-- $1 the directory.
SELECT file_id
FROM files
WHERE module_path = $1 AND language = 'go' AND NOT is_test
ORDER BY ends_with(file_path, '/doc.go') DESC, file_path;
