-- The import graph in memory. A package of the repository has its directory after a slash as its key, and an external package its import
-- path. Where a language imports files, the files make a second graph: a file has its path after file: as its key.
CREATE OR REPLACE TABLE packages AS
SELECT row_number() OVER ()::INTEGER AS package, key, symbol, module_path, is_external
FROM (
  SELECT '/' || module_path AS key, coalesce(package_path, module_path) AS symbol, module_path, false AS is_external FROM modules
  UNION ALL
  SELECT DISTINCT imported_module, imported_module, NULL, true FROM imports WHERE imported_module_path IS NULL
  UNION ALL
  SELECT 'file:' || file_path, file_path, module_path, false
  FROM files
  WHERE file_id IN (SELECT file_id FROM imports WHERE imported_file_id IS NOT NULL UNION ALL SELECT imported_file_id FROM imports)
);

-- The imports of files.
CREATE OR REPLACE TABLE file_imports AS
SELECT a.package AS importer, b.package AS imported, i.file_id, i.start_line, f.is_test, i.file_id IN (SELECT file_id FROM programs) AS of_program
FROM imports i
JOIN files f ON f.file_id = i.file_id
JOIN packages a ON a.key = '/' || i.module_path
JOIN packages b ON b.key = coalesce('/' || i.imported_module_path, i.imported_module);

-- The imports of packages, each with its first place, apart for tests and for other code. An external test imports its own package, which
-- counts for nothing. A program counts as a test.
CREATE OR REPLACE TABLE package_imports AS
SELECT importer, imported, is_test OR of_program AS is_test, min({file_id: file_id, line: start_line}) AS place
FROM file_imports
WHERE importer <> imported
GROUP BY importer, imported, is_test OR of_program
UNION ALL
SELECT a.package, b.package, f.is_test, min({file_id: i.file_id, line: i.start_line})
FROM imports i
JOIN files f ON f.file_id = i.file_id
JOIN files g ON g.file_id = i.imported_file_id
JOIN packages a ON a.key = 'file:' || f.file_path
JOIN packages b ON b.key = 'file:' || g.file_path
WHERE i.file_id <> i.imported_file_id
GROUP BY a.package, b.package, f.is_test;
