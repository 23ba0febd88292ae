-- The symbols whose name has a text, in all chosen repositories: whole names first, then beginnings, and short names before long ones.
--
-- The view args has one row: text, in lower case, and pattern, which is %text% with escapes. The view chosen has the commits that count.
SELECT s.repository AS repository, s.commit AS commit, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.file_path AS file_path,
  s.start_line AS start_line,
  CASE WHEN LOWER(s.qualified_name) = a.text OR LOWER(s.qualified_name) LIKE CONCAT('%.', SUBSTRING(a.pattern, 2, LENGTH(a.pattern) - 2)) THEN 0
    WHEN LOWER(s.qualified_name) LIKE CONCAT('%.', SUBSTRING(a.pattern, 2)) THEN 1 ELSE 2 END AS place
FROM symbols s
JOIN chosen c ON c.repository = s.repository AND c.commit = s.commit
CROSS JOIN args a
WHERE NOT s.is_external AND LOWER(s.qualified_name) LIKE a.pattern
ORDER BY place, is_test, LENGTH(name), symbol, repository, commit
