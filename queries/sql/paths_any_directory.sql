-- Whether a file's path or its directory matches.
--
-- $1 the regular expression.
SELECT EXISTS (
  SELECT 1
  FROM files
  CROSS JOIN (SELECT $1::VARCHAR AS expression) asked
  WHERE regexp_full_match(file_path, expression) OR regexp_full_match(module_path, expression)
);
