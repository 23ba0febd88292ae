-- Assembly code of its own package names a function.
SELECT count(*) AS assembly
FROM nodes a
JOIN files own ON own.file_id = a.file_id
WHERE a.asked AND NOT a.is_external AND a.kind = 'function' AND (own.module_path, a.name) IN (
  SELECT t.module_path, unnest(regexp_extract_all(t.content, '·(\w+)(?:<\w+>)?\(SB\)', 1))
  FROM assembly_texts t
  WHERE t.module_path IN (SELECT m.module_path FROM files m JOIN nodes n ON n.file_id = m.file_id AND n.asked)
);
