-- What is called is a method in the place of which tests, or files of another build, put another (../../derive/replaced.sql).
SELECT count(DISTINCT n.symbol_id) FILTER (r.is_test) AS test_build,
  count(DISTINCT n.symbol_id) FILTER (NOT r.is_test) AS other_builds
FROM replaced r
JOIN symbols s ON s.container_id = r.type_id AND s.kind IN ('method', 'interface_method')
JOIN nodes n ON n.symbol_id = s.symbol_id
WHERE r.name IN ('', s.name);
