-- The number of symbols of each kind in a module, and the number of exported ones.
--
-- $1 its directory; $2 whether tests count.
SELECT kind, count(*) AS n, count(*) FILTER (is_exported) AS exported
FROM symbols
WHERE module_path = $1::VARCHAR AND NOT is_external AND start_line IS NOT NULL AND ($2::BOOLEAN OR NOT is_test)
GROUP BY kind
ORDER BY kind;
