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
-- (88,000 calls, depth 3). Each column costs a tenth of the time to make it. Two calls
-- between the same two are two steps, and a pair may stand in twice: to make them one
-- takes more than it saves (450,000 calls: 20 ms, and 6 of each walk).
CREATE OR REPLACE TABLE steps AS
SELECT caller_id::INTEGER AS caller_id, callee_id::INTEGER AS callee_id, (8 + evidence_rank(evidence))::TINYINT AS label
FROM calls
WHERE callee_id IS NOT NULL
UNION ALL
SELECT overridden_id::INTEGER, method_id::INTEGER, greatest(1, evidence_rank(evidence))::TINYINT
FROM overrides;
