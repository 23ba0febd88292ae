-- The Go files that are programs of their own in the folder of a package, whose build leaves them out, as one that begins with
-- `//go:build ignore`: they declare a function main, and the package has none. What they import the package does not.
CREATE OR REPLACE TABLE programs AS
WITH ignored AS MATERIALIZED (
  SELECT DISTINCT f.file_id, f.module_path
  FROM files f
  JOIN symbols s ON s.file_id = f.file_id AND s.name = 'main' AND s.kind = 'function' AND contains(s.symbol, '#')
  WHERE f.is_untyped AND f.language = 'go'
)
SELECT i.file_id
FROM ignored i
ANTI JOIN (
  SELECT s.module_path
  FROM (SELECT DISTINCT module_path FROM ignored) m
  JOIN symbols s ON s.module_path = m.module_path AND s.name = 'main' AND s.kind = 'function' AND NOT contains(s.symbol, '#')
) own ON own.module_path = i.module_path;
