-- Whether a file's path matches.
--
-- $1 the regular expression.
SELECT EXISTS (SELECT 1 FROM files WHERE regexp_full_match(file_path, $1::VARCHAR));
