-- The call graph in memory, for walking. A step leads from a caller to a callee and
-- costs a call, one step for each call; and from an interface method to what stands in
-- for it, which costs none: an interface method hands its calls on. rank is that of
-- the evidence; standing in is never stronger than `interface`.
--
-- DESIGN: one narrow table. With calls and what stands in in two, and the arguments
-- in a CTE, DuckDB took longer to plan a walk than to run it: 14 ms instead of 4
-- (88,000 calls, depth 3). Two calls between the same two are two steps: to make them
-- one takes more than it saves (450,000 calls: 20 ms, and 6 of each walk). length is 8,
-- or 0, because a walk counts depth in eights.
CREATE OR REPLACE TABLE steps AS
SELECT caller_id::INTEGER AS caller_id, callee_id::INTEGER AS callee_id, 8::TINYINT AS length, evidence_rank(evidence)::TINYINT AS rank
FROM calls
WHERE callee_id IS NOT NULL
UNION ALL
SELECT DISTINCT overridden_id::INTEGER, method_id::INTEGER, 0, greatest(1, evidence_rank(evidence))::TINYINT
FROM overrides;
