-- The import paths that look most like one that is not there, of packages in the repository and
-- outside: the last element has to be one that a typing error leaves.
--
-- $1 what was typed.
SELECT path
FROM (
  SELECT path, jaro_winkler_similarity(typed, lower(path)) AS likeness,
    jaro_winkler_similarity(string_split(typed, '/')[-1], string_split(lower(path), '/')[-1]) AS likeness_of_last
  FROM (
    SELECT package_path AS path FROM modules WHERE package_path IS NOT NULL
    UNION
    SELECT imported_module FROM imports WHERE NOT is_relative
  )
  CROSS JOIN (SELECT lower($1::VARCHAR) AS typed)
)
WHERE likeness >= 0.9 AND likeness_of_last >= 0.9
ORDER BY likeness + likeness_of_last DESC, path
LIMIT 3;
