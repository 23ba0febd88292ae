-- The newest chosen commit with a package of its own, and the number of repositories that have it.
--
-- $1 the import path.
SELECT arg_max(c.repository, c.committed_at), arg_max(c."commit", c.committed_at), arg_max(c.branch, c.committed_at), count(DISTINCT c.repository)
FROM modules m
JOIN commits c ON c.repository = m.repository AND c."commit" = m."commit"
SEMI JOIN chosen w ON w.repository = m.repository AND w."commit" = m."commit"
WHERE m.package_path = $1::VARCHAR
HAVING count(*) > 0
