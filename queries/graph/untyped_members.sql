-- The names in the types of fields, and in what is embedded, in files that were parsed, but not
-- type-checked, in memory. Fields that are functions hold no type, whatever these take.
CREATE OR REPLACE TABLE untyped_members AS
SELECT DISTINCT m.type_id, m.kind, unnest(regexp_extract_all(m.type_expr, '([\pL_][\pL\pN_]*)(?:[^\pL\pN_.]|$)', 1)) AS name
FROM files f
JOIN types t ON t.file_id = f.file_id
JOIN members m ON m.type_id = t.type_id AND m.kind IN ('field', 'embedded')
WHERE f.is_untyped AND NOT regexp_matches(m.type_expr, '^(?:\*|\[\w*\]|map\[[\w.]+\])*func\b');
