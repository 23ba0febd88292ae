-- The external imports, with the version that a manifest declares, the number of importing files and
-- directories, and whether only tests import them. Then the declared packages that no file imports.
-- The parameter has the declared packages, in JSON.
WITH declared AS (
  SELECT *, lower(translate(name, '.-', '__')) AS key
  FROM (SELECT unnest(from_json(?::JSON,
    '[{"languages": ["VARCHAR"], "separator": "VARCHAR", "name": "VARCHAR", "version": "VARCHAR", "indirect": "BOOLEAN"}]'), recursive := true))
),
imported AS (
  SELECT i.imported_module, i.is_external, f.language, lower(translate(i.imported_module, '.-', '__')) AS key,
    count(DISTINCT i.file_id) AS files, count(DISTINCT i.module_path) AS modules,
    bool_and(f.is_test) AS tests_only, bool_and(f.is_vendored) AS vendored_only
  FROM imports i
  JOIN files f ON f.file_id = i.file_id
  WHERE NOT i.is_standard_lib AND NOT i.is_relative
  GROUP BY ALL
),
matched AS (
  SELECT i.language, i.imported_module, d.name, d.version, d.languages
  FROM imported i
  JOIN declared d ON list_contains(d.languages, i.language) AND starts_with(i.key, d.key)
    AND substr(i.imported_module, length(d.key) + 1, 1) IN ('', d.separator)
),
versions AS (
  SELECT language, imported_module, string_agg(DISTINCT version, ', ' ORDER BY version) AS version
  FROM (FROM matched QUALIFY rank() OVER (PARTITION BY language, imported_module ORDER BY length(name) DESC) = 1)
  GROUP BY ALL
)
FROM (
  SELECT i.imported_module, coalesce(any_value(v.version), '') AS version, 'imported' AS status, sum(i.files)::BIGINT AS files, sum(i.modules)::BIGINT AS modules,
    bool_and(i.tests_only) AS tests_only, bool_and(i.vendored_only) AS vendored_only
  FROM imported i
  LEFT JOIN versions v ON v.language = i.language AND v.imported_module = i.imported_module
  WHERE i.is_external
  GROUP BY i.imported_module
  UNION ALL
  SELECT d.name, string_agg(DISTINCT d.version, ', ' ORDER BY d.version), CASE WHEN bool_and(d.indirect) THEN 'indirect' ELSE 'declared only' END, 0, 0, false, false
  FROM declared d
  ANTI JOIN matched m ON m.languages = d.languages AND m.name = d.name
  ANTI JOIN (SELECT go_module FROM modules) o ON o.go_module = d.name
  GROUP BY d.languages, d.name
)
ORDER BY files DESC, status = 'indirect', imported_module
