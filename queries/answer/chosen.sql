-- The symbols of the repository that pass filters. The filters are: kinds (NULL for all), exported
-- (NULL for both), the beginning of the path, the number of uses, and all, code or tests. Functions
-- that cortex makes for code at package level never pass.
CREATE OR REPLACE MACRO chosen(of_kinds, exported, prefix, least, most, tests) AS TABLE
SELECT *
FROM symbols
WHERE NOT is_external AND start_line IS NOT NULL
  AND (of_kinds::VARCHAR[] IS NULL OR list_contains(of_kinds::VARCHAR[], kind))
  AND (exported::BOOLEAN IS NULL OR is_exported = exported::BOOLEAN)
  AND begins(file_path, prefix)
  AND ref_count BETWEEN least::BIGINT AND most::BIGINT
  AND (tests = 'all' OR is_test = (tests = 'tests'));
