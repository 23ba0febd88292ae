-- Where files stand.
--
-- $1 their ids.
SELECT file_id, file_path, is_test FROM files WHERE list_contains($1::INTEGER[], file_id);
