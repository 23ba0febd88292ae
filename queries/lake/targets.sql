-- The symbols that a name means: by the stable name, by the name that people type or its last part, or by the end of the stable name after a slash.
--
-- $1 the name; $2 the kinds that count, or none for all.
SELECT s.symbol, arg_min(s.qualified_name, s.is_external), arg_min(s.kind, s.is_external), arg_min(s.language, s.is_external), coalesce(arg_min(s.package_path, s.is_external), ''),
  bool_and(s.is_external), coalesce(arg_max(c.branch, c.committed_at) FILTER (NOT s.is_external), ''), coalesce(arg_max(c."commit", c.committed_at) FILTER (NOT s.is_external), ''),
  coalesce(arg_max(c.repository, c.committed_at) FILTER (NOT s.is_external), ''), count(DISTINCT s.repository) FILTER (NOT s.is_external)
FROM symbols s
JOIN commits c ON c.repository = s.repository AND c."commit" = s."commit"
SEMI JOIN chosen w ON w.repository = s.repository AND w."commit" = s."commit"
WHERE (s.symbol = $1::VARCHAR OR s.qualified_name = $1::VARCHAR OR ends_with(s.symbol, '/' || $1::VARCHAR)
    OR ends_with(s.qualified_name, '.' || $1::VARCHAR))
  AND (len($2::VARCHAR[]) = 1 OR list_contains($2::VARCHAR[], s.kind))
GROUP BY s.symbol
ORDER BY bool_or(s.qualified_name = $1::VARCHAR) DESC, bool_and(s.is_external), s.symbol
LIMIT 11
