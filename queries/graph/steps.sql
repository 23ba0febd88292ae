-- The call graph in memory, for walking. A step leads from a caller to a callee, one
-- for each call; or from an interface method to what stands in for it, because an
-- interface method hands its calls on.
--
-- The label of a step is 8 for a call, and 0 for standing in, which costs none, plus the
-- rank of the evidence; standing in is never stronger than `interface`. Walks count in
-- such labels.
--
-- DESIGN: one narrow table. With calls and what stands in in two, and the arguments
-- in a CTE, DuckDB took longer to plan a walk than to run it: 14 ms instead of 4
-- (88,000 calls, depth 3). Two calls between the same two are two steps, and a pair may
-- stand in twice: to make them one takes more than it saves (450,000 calls: 20 ms, and 6
-- of each walk). It is a table of structures, because while one of plain columns is
-- filled, DuckDB estimates how many different values each holds: 7.8 ms instead of 10.4
-- (93,000 calls). Walks are as fast.
CREATE OR REPLACE TABLE step AS
SELECT {caller_id: caller_id::INTEGER, callee_id: callee_id::INTEGER, label: (8 + evidence_rank(evidence))::TINYINT} AS s
FROM calls
WHERE callee_id IS NOT NULL
UNION ALL
SELECT {caller_id: overridden_id::INTEGER, callee_id: method_id::INTEGER, label: greatest(1, evidence_rank(evidence))::TINYINT}
FROM overrides;

CREATE OR REPLACE VIEW steps AS SELECT s.caller_id AS caller_id, s.callee_id AS callee_id, s.label AS label FROM step;

-- The calls on it, and where they stand: line and column travel as one number. Where
-- there is no callee, there need be no call.
CREATE OR REPLACE VIEW call_sites AS
SELECT caller_id, callee_id, evidence_rank(evidence) AS rank, file_id, start_line::BIGINT << 32 | start_column AS line_column
FROM calls;
