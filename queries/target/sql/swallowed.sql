-- The files with syntax errors that contain a name, each with the line of its first error. A file without its
-- text in the index counts too.
--
-- $1 the name.
SELECT d.file_path, min(d.start_line)
FROM diagnostics d
LEFT JOIN contents c ON c.file_id = d.file_id
WHERE d.code = 'parse_error' AND d.file_id IS NOT NULL AND (c.content IS NULL OR contains(c.content, $1))
GROUP BY d.file_path
ORDER BY d.file_path;
