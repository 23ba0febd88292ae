-- The symbols that code may use without their names wherever they are linked: by linker directives, in assembly, or by code that replaces
-- them in tests. A name of a gap means each symbol of its package.
WITH gap AS (
  SELECT symbol_id, name, scope FROM unknowns WHERE about IN ('callers', 'references') AND reason IN ('linkname', 'assembly', 'test_build')
)
SELECT symbol_id FROM gap WHERE symbol_id IS NOT NULL
UNION
SELECT s.symbol_id
FROM gap g
JOIN symbols s ON s.name = g.name AND (g.scope IS NULL OR g.scope = s.package_path OR g.scope = '*' AND s.is_exported)
WHERE g.symbol_id IS NULL AND s.language IN (FROM selection.checked) AND NOT s.is_external;
