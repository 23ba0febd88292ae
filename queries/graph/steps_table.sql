-- The steps of calls in memory, for walks that reach much, which would read the whole file in each round (steps.sql).
--
-- DESIGN: one narrow table. Two calls between the same two are two steps: to make them one takes more than it
-- saves (450,000 calls: 20 ms, and 6 of each walk). It is a table of structures, because while one of plain
-- columns is filled, DuckDB estimates how many different values each holds: 7.8 ms instead of 10.4 (93,000 calls).
-- Walks are as fast. Calls without a callee are in it, for the doubts of callees and because, where rows are left
-- out on the way, DuckDB appends vectors that are not full and keeps 32 kB about each: 20 ms instead of 29 in a
-- process that just began (700,000 calls).
CREATE OR REPLACE TABLE step AS
SELECT {
  caller_id: caller_id::INTEGER,
  callee_id: called(callee_id, dispatch_id),
  label: call_label(callee_id, evidence)
} AS s
FROM calls;
