-- A function is written in assembly: it stands beside assembly code, and its
-- declaration does not end in a body.
SELECT 'no_body', count(*)
FROM nodes a
JOIN contents c ON c.file_id = a.file_id
WHERE a.asked AND a.kind IN ('function', 'method') AND a.end_pos > 0
  AND a.module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s')
  AND encode(c.content)[a.end_pos:a.end_pos] <> '}'::BLOB
