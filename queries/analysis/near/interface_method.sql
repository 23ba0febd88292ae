-- The interface methods that a method satisfies, directly or through others: by way of types
-- that are no interfaces, see ../../derive/standing.sql.
--
-- $1 the id of the method.
WITH RECURSIVE satisfied(id, far) AS (
  SELECT overridden_id, 0 FROM overrides WHERE method_id = $1
  UNION
  SELECT o.overridden_id, -1 FROM satisfied s JOIN overrides o ON o.method_id = s.id AND o.type_id NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
)
SELECT id, max(far) FROM satisfied WHERE id <> $1 GROUP BY id;
