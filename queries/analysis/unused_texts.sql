-- The text of what only a look at it tells: unchecked Go files, assembly, and go:linkname.
CREATE OR REPLACE TABLE unused.texts AS
SELECT file_id, content
FROM contents
WHERE file_id IN (FROM unused.unchecked) OR file_id IN (SELECT file_id FROM unused.assembly) OR contains(content, '//go:linkname');
