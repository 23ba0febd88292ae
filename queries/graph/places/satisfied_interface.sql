-- The methods of other interfaces that doubts/satisfied_interface.sql counts, where they are in the
-- repository.
--
-- $1 how many to return.
WITH other AS MATERIALIZED (
  SELECT o.overridden_id AS id
  FROM (SELECT id FROM seeds UNION SELECT id FROM implementing) t
  JOIN overrides o ON o.method_id = t.id
  UNION
  SELECT o.method_id
  FROM seeds t
  JOIN overrides o ON o.overridden_id = t.id
  WHERE o.type_id IN (SELECT type_id FROM types WHERE kind = 'interface')
)
SELECT symbol, file_path, name_line, name_column
FROM symbols
WHERE symbol_id IN (FROM other) AND symbol_id NOT IN (SELECT id FROM seeds) AND NOT is_external
ORDER BY file_path, name_line, symbol
LIMIT $1::BIGINT;
