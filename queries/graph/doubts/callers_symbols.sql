-- known_by_name: a method, or one of an interface, which a struct may embed, bears a name that the
-- standard library looks for (../looked_for.sql).
--
-- value_taken: the value of a function is taken (derive/values.sql).
--
-- Those that begin with when_ are no reasons, but when another statement is asked.
-- Of a walk that reached much, ../survey.sql counts the same, and value_taken as ../uses.sql does.
SELECT
  count(*) FILTER (NOT is_external AND kind IN ('method', 'interface_method') AND is_looked_for(name)) AS known_by_name,
  sum(v.value_count)::BIGINT AS value_taken,
  count(*) FILTER (may_replace(is_test, kind, name)) AS when_test_build,
  count(*) FILTER (NOT is_external AND contains(symbol, '#')) AS when_outside_build,
  count(*) FILTER (is_external AND kind = 'interface_method') AS when_outside_steps,
  count(*) FILTER (is_external AND kind = 'method') AS when_outside_method,
  count(*) FILTER (NOT is_external AND kind = 'interface_method') AS when_outside_interface,
  count(*) FILTER (kind IN ('method', 'interface_method')) AS when_untyped_names,
  count(*) FILTER (is_exported AND kind IN ('method', 'interface_method')) AS when_untyped_values,
  count(*) FILTER (NOT is_exported AND kind IN ('method', 'interface_method')) AS when_untyped_values_near,
  count(*) FILTER (kind = 'method' OR kind = 'interface_method' AND NOT is_external) AS when_uncompared_names
FROM nodes
LEFT JOIN value_counts v USING (symbol_id)
WHERE asked;
