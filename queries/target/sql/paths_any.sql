-- Whether the path of a file matches.
--
-- $1 the regular expression; $2 whether the directory of a file may match too.
SELECT EXISTS (
  SELECT 1
  FROM files
  WHERE regexp_full_match(file_path, $1::VARCHAR) OR ($2 AND regexp_full_match(module_path, $1::VARCHAR))
);
