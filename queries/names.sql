-- The packages that declare another name than the last element of their path, with that name: of
-- math/rand/v2 it is rand. External test packages have other names.
SELECT DISTINCT package_path, split_part(qualified_name, '.', 1) AS declared
FROM symbols
WHERE package_path IS NOT NULL
  AND split_part(package_path, '/', -1) <> declared
  AND NOT is_test
ORDER BY ALL;
