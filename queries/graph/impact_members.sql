-- member_uses: the declarations that use a field or method of a target type and do not name the type. value_uses: the declarations that
-- use a member or type through which code gets values of the target without its name. Of a type that nothing names there are no values.
-- Each has the first use.
WITH RECURSIVE embedding AS MATERIALIZED (
  SELECT type_id, member_type_id AS of_id FROM members WHERE kind = 'embedded' AND member_type_id IS NOT NULL
  UNION ALL
  SELECT from_type_id, to_type_id FROM type_relations WHERE relation IN ('alias', 'copies')
),
own(type_id) AS (
  SELECT symbol_id FROM target
  UNION
  SELECT e.of_id FROM own o JOIN embedding e ON e.type_id = o.type_id
),
naming AS (
  SELECT symbol_id AS type_id, kind FROM found WHERE kind IN ('type', 'type_alias', 'struct', 'interface') AND depth = 1
),
used AS (
  SELECT m.symbol_id, true AS is_member, o.type_id IN (SELECT symbol_id FROM target) AS is_own
  FROM own o
  JOIN symbols m ON m.container_id = o.type_id AND m.kind IN ('field', 'method', 'interface_method')
  UNION ALL
  SELECT m.member_id, false, true
  FROM members m
  JOIN naming n ON n.type_id = m.type_id
  WHERE m.member_id IS NOT NULL
    AND EXISTS (SELECT 1 FROM target t JOIN symbols s ON s.symbol_id = t.symbol_id WHERE contains(m.type_expr, s.name))
  UNION ALL
  SELECT m.member_id, false, true
  FROM members m
  WHERE m.member_id IS NOT NULL
    AND m.member_type_id IN (SELECT symbol_id FROM target UNION ALL SELECT type_id FROM naming WHERE kind IN ('type', 'type_alias'))
  UNION ALL
  SELECT type_id, false, true FROM naming WHERE kind IN ('type', 'type_alias')
),
use AS (
  SELECT CASE WHEN u.is_member THEN 'member_uses' ELSE 'value_uses' END AS reason, r.enclosing_id, r.symbol_id, r.file_id, r.start_line, r.start_column
  FROM used u
  JOIN refs r ON r.symbol_id = u.symbol_id
  JOIN symbols e ON e.symbol_id = r.enclosing_id
  WHERE r.enclosing_id NOT IN (SELECT symbol_id FROM target) AND r.enclosing_id NOT IN (SELECT symbol_id FROM found)
    AND EXISTS (FROM found)
    AND (NOT u.is_member OR u.is_own OR coalesce(e.container_id, 0) NOT IN (SELECT type_id FROM own))
),
counted AS (
  SELECT reason, count(DISTINCT enclosing_id) AS uses, min({file_id: file_id, line: start_line, col: start_column, symbol_id: symbol_id}) AS first
  FROM use
  GROUP BY reason
)
SELECT c.reason, c.uses, s.symbol, f.file_path, c.first.line, c.first.col
FROM counted c
JOIN symbols s ON s.symbol_id = c.first.symbol_id
JOIN files f ON f.file_id = c.first.file_id
ORDER BY c.reason;
