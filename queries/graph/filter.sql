-- Marks the results that the filters leave out.
--
-- $1 the regular expression of the scope, or NULL; $2 the regular expression of excluded files, or NULL; $3 whether tests count; $4 whether only tests do.
UPDATE found SET left_out = true
WHERE (
  ($1::VARCHAR IS NULL OR (file_path IS NOT NULL AND regexp_full_match(file_path, $1::VARCHAR)))
  AND ($2::VARCHAR IS NULL OR file_path IS NULL OR NOT regexp_full_match(file_path, $2::VARCHAR))
  AND ($3::BOOLEAN OR NOT is_test)
  AND (is_test OR NOT $4::BOOLEAN)
) IS NOT TRUE;
