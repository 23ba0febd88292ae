-- A function is written in assembly: it stands beside assembly code, and its
-- declaration does not end in a body.
SELECT count(*) AS no_body
FROM nodes a
JOIN files own ON own.file_id = a.file_id
JOIN functions f ON f.function_id = a.symbol_id
JOIN contents c ON c.file_id = a.file_id
WHERE a.asked AND f.end_pos > 0
  AND own.module_path IN (SELECT module_path FROM files WHERE lower(file_path) LIKE '%.s')
  AND encode(c.content)[f.end_pos:f.end_pos] <> '}'::BLOB;
