-- The number of files without a text in the index, among those that a search looks at. Binary files have no lines, and do not count.
--
-- $1 the languages, $2 the path and $3 no path (expressions), NULL for all; $4 all, code or tests.
SELECT count(DISTINCT f.file_id)
FROM diagnostics d
JOIN files f ON f.file_id = d.file_id
WHERE d.code IN ('file_missing', 'file_unreadable', 'file_too_large', 'not_utf8')
  AND ($1::VARCHAR[] IS NULL OR list_contains($1::VARCHAR[], f.language))
  AND ($2::VARCHAR IS NULL OR regexp_full_match(f.file_path, $2::VARCHAR))
  AND ($3::VARCHAR IS NULL OR NOT regexp_full_match(f.file_path, $3::VARCHAR))
  AND ($4::VARCHAR = 'all' OR f.is_test = ($4::VARCHAR = 'tests'));
