-- The symbols that a walk found, filtered and cut: at most so many of a depth, and
-- one more than so many in all, by which the reader sees that there are more.
--
-- $1 the regular expression of the scope, or NULL; $2 that of what is excluded, or
-- NULL; $3 whether tests count; $4 how many of a depth; $5 how many in all.
WITH params AS (
  SELECT $1::VARCHAR AS scope, $2::VARCHAR AS excluded, $3::BOOLEAN AS tests, $4::INTEGER AS per_level, $5::INTEGER AS in_all
),
paths AS MATERIALIZED (
  SELECT f.file_id
  FROM files f, params p
  WHERE (p.scope IS NULL OR regexp_full_match(f.file_path, p.scope))
    AND (p.excluded IS NULL OR NOT regexp_full_match(f.file_path, p.excluded))
),
found AS (
  SELECT w.depth, w.rank, s.*,
    count(*) OVER () AS total_found,
    count(*) OVER (PARTITION BY w.depth) AS level_found,
    row_number() OVER (PARTITION BY w.depth ORDER BY s.symbol) AS level_place
  FROM walk w, symbols s, params p
  WHERE w.called AND s.symbol_id = w.id
    AND CASE WHEN s.is_external THEN p.scope IS NULL ELSE s.file_id IN (FROM paths) END
    AND (p.tests OR NOT s.is_test)
)
SELECT depth, rank, symbol_id, qualified_name, symbol, kind, is_external, file_path, start_line, end_line, signature, total_found, level_found
FROM found, params
WHERE level_place <= per_level
QUALIFY row_number() OVER (ORDER BY depth, symbol) <= in_all + 1
ORDER BY depth, symbol;
