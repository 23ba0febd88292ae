-- The languages of the repository, by lines: their files, lines, and symbols by kind.
WITH lines AS (
  SELECT language, count(*) AS files, sum(lines_total)::BIGINT AS lines FROM files WHERE language <> '' GROUP BY language
),
kinds AS (
  SELECT language, kind, count(*) AS n FROM symbols WHERE NOT is_external AND start_line IS NOT NULL GROUP BY language, kind
)
SELECT l.language, l.files, l.lines, k.kind, k.n
FROM lines l
LEFT JOIN kinds k ON k.language = l.language
ORDER BY l.lines DESC, l.language, k.n DESC, k.kind;
