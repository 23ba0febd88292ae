-- As unused_texts.sql, for an index that does not hold the text of files.
CREATE OR REPLACE TABLE unused.texts AS
SELECT file_id, NULL::VARCHAR AS content FROM files LIMIT 0;
