-- A target, or what stands in for one and has to change with it, stands in for other interface
-- methods, or such of other interfaces for a target; and where values become such an interface, which
-- a change may break, is not in the index.
SELECT count(DISTINCT other) AS satisfied_interface
FROM (
  SELECT o.overridden_id AS other
  FROM (SELECT id FROM seeds UNION SELECT id FROM implementing) t
  JOIN overrides o ON o.method_id = t.id
  UNION ALL
  SELECT o.method_id
  FROM seeds t
  JOIN overrides o ON o.overridden_id = t.id
  WHERE o.type_id IN (SELECT type_id FROM types WHERE kind = 'interface')
)
WHERE other NOT IN (SELECT id FROM seeds);
