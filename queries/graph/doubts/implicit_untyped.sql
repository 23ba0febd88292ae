-- Files that were parsed, but not type-checked, may use a field that is a target without naming it:
-- they hold what may be a literal of its struct or a conversion to it, or to a type that is declared
-- by way of that, or a literal that names no type and seems to have no keys. Only the package of a
-- struct may leave out the keys where a field of it is not exported.
WITH struct AS (
  SELECT DISTINCT s.type_id, s.name, s.module_path
  FROM seeds t
  JOIN members m ON m.member_id = t.id
  JOIN types s ON s.type_id = m.type_id
  WHERE t.kind = 'field'
),
unchecked AS (
  SELECT u.file_id, u.content, f.module_path
  FROM unresolved_texts u
  JOIN files f ON f.file_id = u.file_id
  WHERE f.is_untyped
)
SELECT count(DISTINCT f.file_id) AS implicit_uses
FROM struct s
JOIN unchecked f ON regexp_matches(f.content, '[{,:]\s*\{\s*([^\w\s}]|\w+\s*[^\w\s:])')
    AND (s.module_path = f.module_path OR NOT EXISTS (FROM members o WHERE o.type_id = s.type_id AND NOT o.is_exported))
  OR EXISTS (
    FROM types n
    WHERE (n.type_id = s.type_id OR has_identifier(n.signature, s.name))
      AND contains(f.content, n.name) AND regexp_matches(f.content, n.name || '\s*([{([]|\)\s*\()')
      AND (n.module_path = f.module_path
        OR EXISTS (FROM imports i WHERE i.file_id = f.file_id AND i.imported_module_path = n.module_path)));
