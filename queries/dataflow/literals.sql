-- The uses of the struct types of fields that code uses without their names, with the number of the field among the fields, from 0.
--
-- $1 the ids of the fields.
WITH asked AS (
  SELECT m.member_id, m.type_id
  FROM members m
  WHERE m.member_id IN (SELECT unnest($1::INTEGER[])) AND (m.implicit_uses IS NULL OR m.implicit_uses > 0)
),
numbered AS (
  SELECT m.type_id, m.member_id, row_number() OVER (PARTITION BY m.type_id ORDER BY s.name_line, s.name_column) - 1 AS number
  FROM members m
  JOIN symbols s ON s.symbol_id = m.member_id
  WHERE m.kind IN ('field', 'embedded') AND m.type_id IN (SELECT type_id FROM asked)
)
SELECT n.member_id, r.file_id, f.file_path, f.language, f.is_test, r.start_line, r.start_column, n.number, coalesce(s.symbol, f.file_path)
FROM asked a
JOIN numbered n ON n.member_id = a.member_id
JOIN refs r ON r.symbol_id = a.type_id AND r.role = 'type'
JOIN files f ON f.file_id = r.file_id
LEFT JOIN symbols s ON s.symbol_id = r.enclosing_id;
