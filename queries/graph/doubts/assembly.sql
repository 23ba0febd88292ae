-- Assembly code of its own package names a function.
SELECT count(*) AS assembly
FROM nodes a
JOIN files own ON own.file_id = a.file_id
WHERE a.asked AND NOT a.is_external AND a.kind = 'function' AND (own.module_path, a.name) IN (
  SELECT f.module_path, unnest(regexp_extract_all(c.content, '·(\w+)(?:<\w+>)?\(SB\)', 1))
  FROM files f
  JOIN contents c ON c.file_id = f.file_id
  WHERE lower(f.file_path) LIKE '%.s' AND f.module_path IN (SELECT m.module_path FROM files m JOIN nodes n ON n.file_id = m.file_id AND n.asked)
);
