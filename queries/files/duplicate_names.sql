-- Names of functions or types at package level that several directories have.
--
-- ? whether declarations in tests count.
SELECT name, count(*) AS declarations, count(DISTINCT module_path) AS modules, string_agg(DISTINCT kind, ', ' ORDER BY kind) AS kinds,
  string_agg(DISTINCT module_path, ', ' ORDER BY module_path) AS module_paths
FROM symbols
WHERE NOT is_external AND container_id IS NULL AND coalesce(entry, '') NOT IN ('program', 'initializer', 'unnamed')
  AND kind IN ('function', 'struct', 'interface', 'class', 'enum', 'trait', 'union', 'type_alias', 'type')
  AND (CAST(? AS BOOLEAN) OR NOT is_test)
GROUP BY name
HAVING count(DISTINCT module_path) > 1
ORDER BY modules DESC, declarations DESC, name
