-- symbols: ref_count is the number of references, external_ref_count the number from other modules
WITH homes AS (
  SELECT file_id, dense_rank() OVER (ORDER BY module_path) AS home FROM files
),
used AS (
  SELECT r.symbol_id, count(*) AS n, count(*) FILTER (WHERE h.home IS DISTINCT FROM o.home) AS outside
  FROM refs r
  JOIN homes h ON h.file_id = r.file_id
  JOIN symbols s ON s.symbol_id = r.symbol_id
  LEFT JOIN homes o ON o.file_id = s.file_id
  GROUP BY r.symbol_id
)
SELECT count(*), any_value(s.symbol || ' says ' || s.ref_count || ' and ' || s.external_ref_count || ', counted ' || coalesce(u.n, 0) || ' and ' || coalesce(u.outside, 0))
FROM symbols s LEFT JOIN used u ON u.symbol_id = s.symbol_id
WHERE s.ref_count <> coalesce(u.n, 0) OR s.external_ref_count <> coalesce(u.outside, 0);
