-- The texts of files.
--
-- $1 their ids; $2 and $3 the least and the greatest of them.
SELECT file_id, content
FROM contents
WHERE file_id BETWEEN $2 AND $3 AND list_contains($1::INTEGER[], file_id);
