-- The text of files.
--
-- $1 their ids, and the least and greatest of them.
SELECT file_id, content
FROM contents
WHERE file_id BETWEEN $2 AND $3 AND list_contains($1::INTEGER[], file_id);
