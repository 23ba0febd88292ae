-- The files with a name that matches a pattern, outside fixtures and vendored folders, with their text.
--
-- $1 the pattern.
SELECT f.file_path, c.content
FROM files f
JOIN contents c ON c.file_id = f.file_id
WHERE NOT f.is_fixture AND NOT f.is_vendored AND regexp_matches(parse_filename(f.file_path), $1)
ORDER BY f.file_id;
