-- A type satisfies interfaces that have no name, or none but that of an alias: they are not among those that it implements, and what
-- its methods implement has theirs.
SELECT count(DISTINCT o.overridden_id) AS unnamed_interfaces
FROM seeds t
JOIN overrides o ON o.type_id = t.id
JOIN interface_methods i ON i.symbol_id = o.overridden_id
WHERE t.kind NOT IN ('method', 'interface_method') AND NOT i.is_external AND coalesce(i.container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface');
