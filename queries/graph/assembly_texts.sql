-- Assembly code, in memory: see unresolved_texts.sql.
CREATE OR REPLACE TABLE assembly_texts AS
SELECT f.file_id, f.module_path, c.content
FROM files f
JOIN contents c ON c.file_id = f.file_id
WHERE lower(f.file_path) LIKE '%.s';
