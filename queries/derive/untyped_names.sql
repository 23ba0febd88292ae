-- The names that files which were parsed, but not type-checked, have behind a dot and before no
-- parenthesis: those of fields, and of methods whose values are taken. On the next
-- line a parenthesis begins another statement.
CREATE OR REPLACE TABLE untyped_names AS
SELECT DISTINCT rtrim(regexp_extract(t.selector, '[\pL_][\pL\pN_]*[ \t]*$'), ' ' || chr(9)) AS name, t.file_id, f.module_path
FROM (
  SELECT file_id, unnest(regexp_extract_all(content, '\.(?:\s|/\*(?:[^*]|\*+[^*/])*\*+/|//[^\n]*\n)*[\pL_][\pL\pN_]*[ \t]*\(?')) AS selector
  FROM contents
  WHERE file_id IN (SELECT file_id FROM unresolved)
) t
JOIN files f ON f.file_id = t.file_id
WHERE NOT ends_with(t.selector, '(');
