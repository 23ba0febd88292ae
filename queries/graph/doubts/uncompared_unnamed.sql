-- A target, or a method of one, bears the name of a method of an interface that types are
-- not, or not always, compared with: one without a name, a generic one, or a constraint. Or it
-- bears all that such an interface has from those that it embeds.
WITH RECURSIVE own(type_id) AS (
  SELECT id FROM seeds
  UNION
  SELECT s.of_type_id FROM own o JOIN own_steps s ON s.type_id = o.type_id
),
borne AS MATERIALIZED (
  SELECT b.name FROM unlike_bearers b JOIN own o ON o.type_id = b.type_id
)
SELECT (
  SELECT count(*)
  FROM unlike_methods
  WHERE name IN (
      FROM borne
      UNION ALL
      SELECT b.name FROM unlike_bearers b JOIN seeds t ON t.id = b.symbol_id)
    AND symbol_id NOT IN (SELECT id FROM seeds) AND coalesce(container_id, 0) NOT IN (SELECT id FROM seeds)
) + (
  SELECT count(*)
  FROM (
    SELECT type_id
    FROM unlike_inherited
    WHERE type_id NOT IN (SELECT id FROM seeds) AND type_id NOT IN (SELECT container_id FROM unlike_methods WHERE container_id IS NOT NULL)
    GROUP BY type_id
    HAVING bool_and(name IN (FROM borne))
  )
) AS uncompared_interface;
