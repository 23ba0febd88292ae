-- The symbols that an unknown name may mean, the likeliest first. The statement compares the last name,
-- its holder and the path of the holder separately. A symbol with the same name but for its case, and a
-- member of the named type or package, are likelier than a similar name. Symbols of the repository are
-- likelier than external ones. A difference in length counts, because Jaro and Winkler find nearly any
-- short name in a long one. A name that holds no other is near when at most a third of its letters
-- differ; a replaced letter counts twice.
--
-- $1 the last name, or empty for all members of the holder; $2 its holder: a package, a type or both; $3 the path before the holder;
-- $4 whether the holder is a type; $5 the kinds; $6 the number of rows. $2 and $3 may be empty.
WITH params AS (
  SELECT $1::VARCHAR AS spelled, lower($1::VARCHAR) AS name, lower($2::VARCHAR) AS holder, lower($3::VARCHAR) AS directory,
    $4::BOOLEAN AS of_type, $5::VARCHAR[] AS kinds, $6::BIGINT AS wanted
),
compared AS (
  SELECT s.symbol, s.name, s.kind, s.file_path, s.start_line, s.is_external, s.is_test, s.ref_count,
    jaro_winkler_similarity(p.name, lower(s.name)) - 0.015 * abs(length(p.name) - length(s.name)) AS likeness,
    lower(left(s.qualified_name, greatest(length(s.qualified_name) - length(s.name) - 1, 0))) AS holder
  FROM symbols s, params p
  WHERE list_contains(p.kinds, s.kind)
),
held AS (
  SELECT c.*, p.holder <> '' AND (c.holder = p.holder OR ends_with(c.holder, '.' || p.holder))
      AND (p.directory = '' OR contains('/' || lower(c.symbol), '/' || p.directory || '/')) AS is_held,
    is_held AND contains(c.holder, '.') AS is_member
  FROM compared c, params p
)
SELECT h.symbol, h.kind, coalesce(h.file_path, ''), coalesce(h.start_line, 0)
FROM held h, params p
WHERE h.is_member
  OR h.likeness >= 0.7 AND (h.is_held OR contains(lower(h.name), p.name) OR length(h.name) > 2 AND contains(p.name, lower(h.name))
    OR damerau_levenshtein(lower(h.name), p.name)
      + CASE WHEN length(h.name) = length(p.name) AND levenshtein(lower(h.name), p.name) = 1 THEN 1 ELSE 0 END <= greatest(length(p.name) // 3, 1))
ORDER BY CASE WHEN h.likeness >= 0.6 THEN h.likeness ELSE 0 END + CASE WHEN h.likeness = 1 THEN 0.3 ELSE 0 END - CASE WHEN h.is_external THEN 0.05 ELSE 0 END
    + CASE WHEN h.is_held AND h.likeness = 1 THEN 3
        WHEN h.is_external AND h.likeness = 1 AND contains(p.holder, '.') AND starts_with(h.holder, split_part(p.holder, '.', 1) || '.') THEN 2.5 -- a promoted method
        WHEN h.is_member AND p.of_type THEN 2
        WHEN h.is_held AND p.directory <> '' THEN 1
        WHEN h.is_held THEN CASE WHEN h.is_member THEN 0.3 ELSE 0.5 END
        WHEN p.holder = '' THEN 0
        ELSE 0.5 * jaro_winkler_similarity(p.holder, array_to_string(string_split(h.holder, '.')[-len(string_split(p.holder, '.')):], '.')) END DESC,
  h.name = p.spelled DESC, h.is_external, h.is_test, h.ref_count DESC, h.symbol
LIMIT (SELECT wanted FROM params);
