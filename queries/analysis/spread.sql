-- How far each symbol of the repository is used, in memory: how many other modules use it and
-- how often, and how often its own does, in all and outside test files.
--
-- DESIGN: uses are counted by file first. A join on modules that differ makes DuckDB pair
-- every file with every symbol: 6 s instead of 0.1 (280,000 uses).
CREATE OR REPLACE TABLE spread AS
WITH by_file AS MATERIALIZED (
  SELECT symbol_id, file_id, count(*) AS n FROM refs GROUP BY symbol_id, file_id
)
SELECT s.symbol_id,
  count(DISTINCT f.module_path) FILTER (f.module_path <> s.module_path) AS all_modules,
  coalesce(sum(b.n) FILTER (f.module_path <> s.module_path), 0)::BIGINT AS all_uses,
  count(DISTINCT f.module_path) FILTER (f.module_path <> s.module_path AND NOT f.is_test) AS modules,
  coalesce(sum(b.n) FILTER (f.module_path <> s.module_path AND NOT f.is_test), 0)::BIGINT AS uses,
  coalesce(sum(b.n) FILTER (f.module_path = s.module_path), 0)::BIGINT AS all_own_uses,
  coalesce(sum(b.n) FILTER (f.module_path = s.module_path AND NOT f.is_test), 0)::BIGINT AS own_uses
FROM by_file b
JOIN files f ON f.file_id = b.file_id
JOIN symbols s ON s.symbol_id = b.symbol_id AND NOT s.is_external
GROUP BY s.symbol_id;
