-- The number of files without a text in the index, among those that a search looks at. Binary files have no lines, and do not count.
--
-- $1 the languages, $2 the path and $3 no path (expressions), NULL for all; $4 all, code or tests; $5 the
-- index has texts, otherwise all files count.
SELECT count(DISTINCT f.file_id)
FROM files f
LEFT JOIN diagnostics d ON d.file_id = f.file_id AND d.code IN ('file_unreadable', 'file_too_large', 'not_utf8')
WHERE (d.code IS NOT NULL OR NOT $5::BOOLEAN)
  AND ($1::VARCHAR[] IS NULL OR list_contains($1::VARCHAR[], f.language))
  AND ($2::VARCHAR IS NULL OR regexp_full_match(f.file_path, $2::VARCHAR))
  AND ($3::VARCHAR IS NULL OR NOT regexp_full_match(f.file_path, $3::VARCHAR))
  AND ($4::VARCHAR = 'all' OR f.is_test = ($4::VARCHAR = 'tests'));
