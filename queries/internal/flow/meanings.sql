-- The symbol at each identifier of Go files that means or declares one, with the use that the code makes of it.
--
-- $1 the ids of the files.
WITH files AS (SELECT unnest($1::INTEGER[]) AS file_id)
SELECT r.file_id, r.start_line, r.start_column, r.symbol_id, r.role
FROM refs r
SEMI JOIN files USING (file_id)
UNION ALL
SELECT s.file_id, s.name_line, s.name_column, s.symbol_id, 'definition'
FROM symbols s
SEMI JOIN files USING (file_id)
WHERE s.name_line IS NOT NULL;
