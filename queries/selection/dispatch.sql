-- The methods that code may call without their names: the method runs when code in use calls the first symbol and has values of the type.
-- The first symbol is an interface method, or code that executes a template or looks methods up. It is 0 when code outside the repository
-- may call the method whenever there are values of the type.
--
-- The type is 0 when every value counts. An interface that implements another one has no values.
WITH own AS (
  SELECT symbol_id, kind, container_id FROM symbols WHERE language IN (FROM selection.checked) AND NOT is_external
),
looked_up AS (
  SELECT u.symbol_id, u."count", u.file_id, u.start_line
  FROM unknowns u
  WHERE u.about = 'callers' AND u.reason IN ('templates_and_reflection', 'generic_instance') AND u.symbol_id IS NOT NULL
  UNION ALL
  SELECT symbol_id, 2, NULL, NULL FROM derived_unknowns WHERE about = 'callers' AND reason = 'generic_instance' AND symbol_id IS NOT NULL
)
SELECT CASE WHEN i.is_external THEN 0 ELSE o.overridden_id END, CASE WHEN o.type_id = o.method_id THEN 0 ELSE o.type_id END, o.method_id
FROM overrides o
JOIN own m ON m.symbol_id = o.method_id
JOIN symbols i ON i.symbol_id = o.overridden_id
WHERE o.type_id = o.method_id OR o.type_id NOT IN (SELECT type_id FROM types WHERE kind = 'interface')
GROUP BY ALL
UNION ALL
SELECT coalesce(max(f.function_id), 0), coalesce(m.container_id, 0), m.symbol_id
FROM looked_up u
JOIN own m ON m.symbol_id = u.symbol_id
LEFT JOIN functions f ON f.file_id = u.file_id AND u."count" = 1 AND u.start_line BETWEEN f.start_line AND f.end_line
GROUP BY m.container_id, m.symbol_id, u.file_id, u.start_line;
