-- The paths that look most like one that is not there: first those that end in it,
-- then by the likeness of the whole or of the last element, which has to be one that a typing
-- error leaves: nosuch is not like go.sh. Near is also what it lies in, and what lies in it.
--
-- $1 what was typed; $2 whether directories count; $3 how many.
WITH params AS (
  SELECT lower($1::VARCHAR) AS typed, $2::BOOLEAN AS directories, $3::BIGINT AS wanted
),
paths AS (
  SELECT file_path AS path FROM files
  UNION
  SELECT module_path FROM files, params WHERE directories
)
SELECT path
FROM (
  SELECT path, ends_with(lower(path), '/' || typed) AS is_end,
    typed = '.' OR starts_with(typed, lower(path) || '/') OR starts_with(lower(path), typed || '/') AS is_around,
    greatest(jaro_winkler_similarity(typed, lower(path)), jaro_winkler_similarity(string_split(typed, '/')[-1], string_split(lower(path), '/')[-1])) AS likeness
  FROM paths, params
)
WHERE is_end OR is_around OR likeness >= 0.8
ORDER BY is_end DESC, likeness DESC, path
LIMIT (SELECT wanted FROM params);
