-- Whether the path of a file begins with a prefix.
--
-- $1 the prefix.
SELECT EXISTS (SELECT 1 FROM files WHERE begins(file_path, $1));
