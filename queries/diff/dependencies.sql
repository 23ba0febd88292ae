-- The imports of packages that the base lacks, without tests: of packages of the repository by packages that the base has, and of
-- external packages that nothing in the base imports. Each has the importer's directory and the first place.
WITH n AS (
  SELECT i.module_path, coalesce(i.imported_module_path, i.imported_module) AS imported, i.is_external, min_by(i.file_path, i.import_id) AS file_path,
    min_by(i.start_line, i.import_id) AS line
  FROM head.imports i
  JOIN head.files f ON f.file_id = i.file_id
  WHERE NOT f.is_test AND NOT f.is_fixture AND NOT i.is_standard_lib AND (i.is_external OR i.imported_module_path <> i.module_path)
  GROUP BY ALL
),
o AS (
  SELECT DISTINCT coalesce(ma.new_path, i.module_path) AS module_path, coalesce(mc.new_path, i.imported_module_path, i.imported_module) AS imported
  FROM base.imports i
  JOIN base.files f ON f.file_id = i.file_id
  LEFT JOIN moved_directory ma ON ma.old_path = i.module_path
  LEFT JOIN moved_directory mc ON mc.old_path = i.imported_module_path
  WHERE NOT f.is_test AND NOT f.is_fixture
)
SELECT n.module_path, n.imported, n.is_external, n.file_path, n.line
FROM n
WHERE CASE
  WHEN n.is_external THEN n.imported NOT IN (SELECT imported FROM o)
  ELSE n.module_path IN (SELECT module_path FROM base.modules UNION ALL SELECT new_path FROM moved_directory) AND n.imported IN (SELECT module_path FROM head.modules)
    AND NOT EXISTS (FROM o WHERE o.module_path = n.module_path AND o.imported = n.imported)
END
QUALIFY NOT n.is_external OR row_number() OVER (PARTITION BY n.imported ORDER BY n.module_path) = 1
ORDER BY n.is_external DESC, n.module_path, n.imported;
