-- As unused_texts.sql, for an index that does not hold the text of files.
CREATE OR REPLACE TABLE unused.texts AS
SELECT file_id, NULL::VARCHAR AS content FROM files LIMIT 0;

CREATE OR REPLACE TABLE unused.marks AS
SELECT file_id, 0 AS line, '' AS mark FROM files LIMIT 0;
