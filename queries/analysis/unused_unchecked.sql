-- What the index does not know of the repository's uses.
CREATE SCHEMA IF NOT EXISTS unused;

-- The Go files whose uses are not, or not all, in the index.
CREATE OR REPLACE TABLE unused.unchecked AS
SELECT file_id FROM unresolved
UNION
SELECT file_id FROM files WHERE file_path LIKE '%.go' AND (status = 'skipped' OR language = 'go' AND module_path IN (FROM untyped));

-- Assembly code and what it includes.
CREATE OR REPLACE TABLE unused.assembly AS
SELECT file_id, module_path
FROM files
WHERE regexp_matches(file_path, '\.[sSh]$') AND module_path IN (SELECT module_path FROM files WHERE regexp_matches(file_path, '\.[sS]$'));
