-- The symbols whose name has a text, in all chosen repositories: whole names first, then beginnings, and short names before long ones.
-- A point separates the names of a package, a type and a method. REPLACE finds a text in each engine, and POSITION takes
-- a regular expression in Polars. Polars needs the text as a literal in the place of a.text.
--
-- The view args has one row: text, in lower case. The view chosen has the commits that count.
SELECT s.repository AS repository, s.commit AS commit, s.symbol AS symbol, s.qualified_name AS name, s.kind AS kind, s.is_test AS is_test, s.file_path AS file_path,
  s.start_line AS start_line,
  CASE WHEN REPLACE(CONCAT('.', LOWER(s.qualified_name), ' '), CONCAT('.', a.text, ' '), '') <> CONCAT('.', LOWER(s.qualified_name), ' ') THEN 0
    WHEN REPLACE(CONCAT('.', LOWER(s.qualified_name)), CONCAT('.', a.text), '') <> CONCAT('.', LOWER(s.qualified_name)) THEN 1 ELSE 2 END AS place
FROM symbols s
JOIN chosen c ON c.repository = s.repository AND c.commit = s.commit
CROSS JOIN args a
WHERE NOT s.is_external AND REPLACE(LOWER(s.qualified_name), a.text, '') <> LOWER(s.qualified_name)
ORDER BY place, is_test, LENGTH(name), symbol, repository, commit
