-- Assembly code of its own package names a function.
SELECT 'assembly', count(*)
FROM nodes a
WHERE a.asked AND NOT a.is_external AND a.kind = 'function' AND (a.module_path, a.name) IN (
  SELECT f.module_path, unnest(regexp_extract_all(c.content, '·(\w+)(?:<\w+>)?\(SB\)', 1))
  FROM files f
  JOIN contents c ON c.file_id = f.file_id
  WHERE lower(f.file_path) LIKE '%.s' AND f.module_path IN (SELECT module_path FROM nodes WHERE asked)
)
