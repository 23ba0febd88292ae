-- The files with a name that matches a pattern, outside fixtures and vendored folders.
SELECT file_id, file_path
FROM files
WHERE NOT is_fixture AND NOT is_vendored AND regexp_matches(parse_filename(file_path), $1)
ORDER BY file_id;
