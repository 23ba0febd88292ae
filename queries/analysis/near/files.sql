-- Where files stand.
--
-- $1 their ids.
SELECT file_id, file_path, is_test, is_generated FROM files WHERE list_contains($1::INTEGER[], file_id);
