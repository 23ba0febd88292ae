-- The steps of calls in memory, for walks that reach much, which would read the whole file in each round (steps.sql).
--
-- DESIGN: it is a table of structures, because while one of plain columns is filled, DuckDB estimates how many different values each
-- holds: 7.8 ms instead of 10.4 (93,000 calls). Walks are as fast.
CREATE OR REPLACE TABLE step AS
SELECT {caller_id: caller_id, callee_id: goes_to_id, label: evidence_rank + 8} AS s
FROM edges;
