-- The paths that an unknown path may mean: first the paths that end in it, then the most similar ones,
-- as a whole or in the last element. Two elements are similar when they differ by a typing error:
-- nosuch is not like go.sh. The folders around the path, and all paths in it, count too.
--
-- $1 the unknown path; $2 the kinds of paths: file, package (a directory with code), directory; $3 the
-- number of rows.
WITH params AS (
  SELECT lower($1::VARCHAR) AS typed, $2::VARCHAR[] AS kinds, $3::BIGINT AS wanted
),
paths AS (
  SELECT file_path AS path FROM files, params WHERE list_contains(kinds, 'file')
  UNION
  SELECT module_path FROM modules, params WHERE list_contains(kinds, 'package')
  UNION
  SELECT module_path FROM files, params WHERE list_contains(kinds, 'directory')
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
