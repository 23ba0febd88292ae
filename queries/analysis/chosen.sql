-- The symbols of the repository that pass the filters of a question: of some kinds (NULL
-- for all), exported or not (NULL for both), in files whose path begins so, with so many
-- uses, in test files too or not. What only cortex names, the functions that hold code at
-- package level, is none of them. checkPrefix makes begins.
CREATE OR REPLACE MACRO chosen(of_kinds, exported, prefix, least, most, tests) AS TABLE
SELECT *
FROM symbols
WHERE NOT is_external AND start_line IS NOT NULL
  AND (of_kinds::VARCHAR[] IS NULL OR list_contains(of_kinds::VARCHAR[], kind))
  AND (exported::BOOLEAN IS NULL OR is_exported = exported::BOOLEAN)
  AND begins(file_path, prefix)
  AND ref_count BETWEEN least::BIGINT AND most::BIGINT
  AND (tests::BOOLEAN OR NOT is_test);
