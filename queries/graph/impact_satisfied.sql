-- The other interface methods that a target or an implementation of it implements, and the methods of other interfaces that implement a
-- target: code may assert values to those interfaces, or convert them in code without types, which the index does not list.
WITH other AS (
  SELECT o.overridden_id AS symbol_id
  FROM (SELECT symbol_id FROM target UNION SELECT symbol_id FROM start WHERE why = 'implementation') t
  JOIN overrides o ON o.method_id = t.symbol_id
  UNION
  SELECT o.method_id
  FROM target t
  JOIN overrides o ON o.overridden_id = t.symbol_id
  WHERE o.type_id IN (SELECT type_id FROM types WHERE kind = 'interface')
)
SELECT s.symbol, coalesce(s.file_path, ''), coalesce(s.name_line, 0), coalesce(s.name_column, 0)
FROM other o
JOIN symbols s ON s.symbol_id = o.symbol_id
WHERE o.symbol_id NOT IN (SELECT symbol_id FROM target)
ORDER BY s.file_path, s.name_line, s.symbol;
