-- Files that were parsed, but not type-checked, may compare the structs of fields that are targets,
-- without naming them; but not where a field of them cannot be compared.
SELECT count(*) AS implicit_uses
FROM files
WHERE is_untyped AND language = 'go' AND EXISTS (
  FROM seeds t
  JOIN members m ON m.member_id = t.id
  WHERE t.kind = 'field'
    AND NOT EXISTS (FROM members o WHERE o.type_id = m.type_id AND regexp_matches(o.type_expr, '^(\[\]|map\[|func\()')));
