-- A target is an embedded field, and what the embedded type has, of its own or from others, is used:
-- by way of the field, which nothing names there, or not. Where the field stands before the dot it is
-- named. What these types do with what is theirs is none, unless it names the type of the field's struct.
-- That one may satisfy interfaces by what it has from the field.
WITH RECURSIVE held AS MATERIALIZED (
  SELECT m.type_id, m.member_type_id FROM seeds t JOIN members m ON m.member_id = t.id AND m.kind = 'embedded' AND m.member_type_id IS NOT NULL
),
own(type_id) AS (
  SELECT member_type_id FROM held
  UNION
  SELECT s.of_type_id FROM own o JOIN (FROM own_steps UNION ALL FROM shared_fields) s ON s.type_id = o.type_id
),
had AS MATERIALIZED (
  SELECT m.symbol_id
  FROM own o
  JOIN symbols m ON m.container_id = o.type_id AND m.kind IN ('field', 'method', 'interface_method')
)
SELECT (
  SELECT count(*)
  FROM had m
  JOIN refs r ON r.symbol_id = m.symbol_id
  JOIN symbols e ON e.symbol_id = r.enclosing_id
  ANTI JOIN (SELECT n.file_id, n.start_line, n.end_column FROM seeds t JOIN refs n ON n.symbol_id = t.id) named
    ON named.file_id = r.file_id AND named.start_line = r.start_line AND named.end_column = r.start_column - 1
  WHERE coalesce(e.container_id, 0) NOT IN (SELECT type_id FROM own)
    OR r.enclosing_id IN (SELECT n.enclosing_id FROM held h JOIN refs n ON n.symbol_id = h.type_id WHERE n.enclosing_id IS NOT NULL)
) + (
  SELECT count(*) FROM held h JOIN overrides o ON o.type_id = h.type_id AND o.method_id IN (SELECT symbol_id FROM had)
) AS promoted_uses;
