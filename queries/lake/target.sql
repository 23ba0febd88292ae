-- The symbol with a stable name.
--
-- $1 the stable name.
SELECT s.symbol, arg_min(s.qualified_name, s.is_external), arg_min(s.kind, s.is_external), arg_min(s.language, s.is_external), coalesce(arg_min(s.package_path, s.is_external), ''),
  bool_and(s.is_external), coalesce(arg_max(c.branch, c.committed_at) FILTER (NOT s.is_external), ''), coalesce(arg_max(c."commit", c.committed_at) FILTER (NOT s.is_external), ''),
  coalesce(arg_max(c.repository, c.committed_at) FILTER (NOT s.is_external), ''), count(DISTINCT s.repository) FILTER (NOT s.is_external)
FROM symbols s
JOIN commits c ON c.repository = s.repository AND c."commit" = s."commit"
SEMI JOIN chosen w ON w.repository = s.repository AND w."commit" = s."commit"
WHERE s.symbol = $1::VARCHAR
GROUP BY s.symbol
