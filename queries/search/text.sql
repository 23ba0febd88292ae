-- The files that may have lines that match a pattern, and the number of these lines, which may be 0: a condition on it would make DuckDB
-- count twice, and before the cheap conditions. A file has its rank: code before other text, and that before
-- generated files and copies, with tests last. There is no common table expression: DuckDB would copy the texts into it.
--
-- $1 and $2 the least and the greatest file; $3 its languages, $4 its path and $5 no path of it (expressions), NULL for all; $6 all, code
-- or tests; $7 texts of which each line contains one (empty for all); $8 the pattern; $9 the pattern with the rest of the line; $10 the
-- pattern may be empty.
SELECT c.file_id, f.file_path, f.language, f.is_test, c.hits,
  CASE WHEN f.is_test THEN 3 WHEN f.is_generated OR f.is_vendored OR f.is_fixture THEN 2 WHEN f.status = 'text' THEN 1 ELSE 0 END AS rank
FROM (
  SELECT file_id, CASE
    WHEN NOT $10::BOOLEAN THEN len(regexp_extract_all(content, $9::VARCHAR))
    WHEN content = '' THEN 0
    ELSE len(list_filter(string_split(content, chr(10)), lambda line: regexp_matches(line, $8::VARCHAR)))
      - CASE WHEN ends_with(content, chr(10)) AND regexp_matches('', $8::VARCHAR) THEN 1 ELSE 0 END
    END AS hits
  FROM contents
  WHERE file_id BETWEEN $1 AND $2 AND len(list_filter($7::VARCHAR[], lambda part: contains(content, part))) > 0
    AND ($4::VARCHAR IS NULL OR regexp_full_match(file_path, $4::VARCHAR))
    AND ($5::VARCHAR IS NULL OR NOT regexp_full_match(file_path, $5::VARCHAR))
) c
JOIN files f ON f.file_id = c.file_id
WHERE ($3::VARCHAR[] IS NULL OR list_contains($3::VARCHAR[], f.language))
  AND ($6::VARCHAR = 'all' OR f.is_test = ($6::VARCHAR = 'tests'));
