-- The names that files which were parsed, but not type-checked, have behind a dot and before no
-- parenthesis, in memory: those of fields, and of methods whose values are taken. On the next
-- line a parenthesis begins another statement.
CREATE OR REPLACE TABLE untyped_names AS
SELECT DISTINCT t.file_id, f.module_path, rtrim(regexp_extract(t.selector, '[\pL_][\pL\pN_]*[ \t]*$'), ' ' || chr(9)) AS name
FROM (
  SELECT file_id, unnest(regexp_extract_all(content, '\.(?:\s|/\*(?:[^*]|\*+[^*/])*\*+/|//[^\n]*\n)*[\pL_][\pL\pN_]*[ \t]*\(?')) AS selector
  FROM unresolved_texts
) t
JOIN files f ON f.file_id = t.file_id
WHERE NOT ends_with(t.selector, '(');
