-- The nodes of a level ($1, with the edges $2) in paths that begin with $3: $5 of them. Nodes at the
-- ends of edges between nodes with many edges come first. Without tests ($4), nodes of tests and edges
-- that only tests make are left out. Each row has the number of all nodes, and of all edges between
-- them.
WITH nodes AS MATERIALIZED (
  SELECT id, name, files, lines, test_files, test_lines
  FROM query_table($1)
  WHERE begins(path, $3) AND ($4 OR files > test_files)
),
edges AS MATERIALIZED (
  SELECT e.from_id, e.to_id
  FROM query_table($2) e
  WHERE ($4 OR e.uses > e.test_uses) AND e.from_id IN (SELECT id FROM nodes) AND e.to_id IN (SELECT id FROM nodes)
),
degrees AS (
  SELECT id, count(*) AS degree
  FROM (SELECT from_id AS id FROM edges UNION ALL SELECT to_id FROM edges)
  GROUP BY id
),
-- DESIGN: the nodes with most edges may have none between them.
places AS (
  SELECT unnest([e.from_id, e.to_id]) AS id, row_number() OVER (ORDER BY least(f.degree, t.degree) DESC, f.degree + t.degree DESC, e.from_id, e.to_id) AS place
  FROM edges e
  JOIN degrees f ON f.id = e.from_id
  JOIN degrees t ON t.id = e.to_id
  WHERE e.from_id <> e.to_id
),
placed AS (
  SELECT id, min(place) AS place FROM places GROUP BY id
)
SELECT n.id, n.name, n.files - CASE WHEN $4 THEN 0 ELSE n.test_files END AS files, n.lines - CASE WHEN $4 THEN 0 ELSE n.test_lines END AS lines,
  count(*) OVER () AS total, (SELECT count(*) FROM edges) AS total_edges
FROM nodes n
LEFT JOIN degrees d ON d.id = n.id
LEFT JOIN placed p ON p.id = n.id
ORDER BY p.place, d.degree DESC, n.name
LIMIT $5;
