-- The reason why the meaning of a name on a line is unknown: the first type error there, and whether
-- the file was not fully type-checked.
--
-- $1 the file's path; $2 the line.
SELECT
  coalesce((SELECT arg_min(message, start_column) FROM diagnostics WHERE file_path = $1 AND start_line = $2), ''),
  coalesce((SELECT is_untyped OR status = 'partial' FROM files WHERE file_path = $1), false);
