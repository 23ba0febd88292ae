-- The import paths, of packages in the repository and outside, that are most like an unknown one. The
-- last elements may differ only by a typing error.
--
-- $1 the unknown path.
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
