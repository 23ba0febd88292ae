-- The imports and uses between files of languages without a type checker. An import of a module without a file means all files of its
-- directory. In some languages the files of a package use each other without an import.
SELECT DISTINCT i.file_id, coalesce(i.imported_file_id, m.file_id)
FROM imports i
JOIN files f ON f.file_id = i.file_id AND f.language NOT IN (FROM selection.checked)
LEFT JOIN files m ON i.imported_file_id IS NULL AND m.module_path = i.imported_module_path AND m.language = f.language
WHERE i.imported_module_path IS NOT NULL OR i.imported_file_id IS NOT NULL
UNION
SELECT r.file_id, s.file_id
FROM refs r
JOIN files f ON f.file_id = r.file_id AND f.language NOT IN (FROM selection.checked)
JOIN symbols s ON s.symbol_id = r.symbol_id AND NOT s.is_external
WHERE s.file_id <> r.file_id;
