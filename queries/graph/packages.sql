-- Who imports what, in memory, with a number for each package. A package of the
-- repository goes by its directory behind a slash, and one from outside by its import path,
-- so that none is taken for another.
CREATE OR REPLACE TABLE packages AS
SELECT row_number() OVER ()::INTEGER AS package, key, symbol, module_path, is_external
FROM (
  SELECT '/' || module_path AS key, coalesce(package_path, module_path) AS symbol, module_path, false AS is_external
  FROM modules
  UNION ALL
  SELECT DISTINCT imported_module, imported_module, NULL, true
  FROM imports
  WHERE imported_module_path IS NULL
);

CREATE OR REPLACE TABLE file_imports AS
SELECT a.package AS importer, b.package AS imported, i.file_id::BIGINT << 32 | i.start_line AS place, f.file_id, f.is_test,
  i.file_id IN (SELECT file_id FROM programs) AS of_program
FROM imports i
JOIN files f ON f.file_id = i.file_id
JOIN packages a ON a.key = '/' || i.module_path
JOIN packages b ON b.key = coalesce('/' || i.imported_module_path, i.imported_module);

-- The same for packages: the first place of what each imports, in tests and elsewhere. A
-- test of a package from outside imports it, which the package does not. Nor does it import what a program of
-- its own does in its folder, which counts as its tests do.
CREATE OR REPLACE TABLE package_imports AS
SELECT importer, imported, is_test OR of_program AS is_test, min(place) AS place
FROM file_imports
WHERE importer <> imported
GROUP BY importer, imported, is_test OR of_program;
