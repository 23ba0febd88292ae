-- The call graph in memory, for walking. A step leads from a caller to a callee (called.sql), one
-- for each call; or from an interface method to what stands in for it, because an
-- interface method hands its calls on.
--
-- The label of a step is 8 for a call, and 0 for standing in, which costs none, plus the
-- rank of the evidence; standing in is never stronger than `interface`. Walks count in
-- such labels. That of a call without a callee is negative, and no walk follows it.
--
-- DESIGN: one narrow table. With calls and what stands in in two, and the arguments
-- in a CTE, DuckDB took longer to plan a walk than to run it: 14 ms instead of 4
-- (88,000 calls, depth 3). Two calls between the same two are two steps, and a pair may
-- stand in twice: to make them one takes more than it saves (450,000 calls: 20 ms, and 6
-- of each walk). It is a table of structures, because while one of plain columns is
-- filled, DuckDB estimates how many different values each holds: 7.8 ms instead of 10.4
-- (93,000 calls). Walks are as fast. Calls without a callee are in it, for the doubts of callees
-- and because, where rows are left out on the way, DuckDB appends vectors that are not full
-- and keeps 32 kB about each: 20 ms instead of 29 in a process that just began (700,000 calls).
CREATE OR REPLACE MACRO call_label(callee_id, evidence) AS
  CASE WHEN callee_id IS NULL THEN (-8 - evidence_rank(evidence))::TINYINT ELSE (8 + evidence_rank(evidence))::TINYINT END;

CREATE OR REPLACE TABLE step AS
SELECT {
  caller_id: caller_id::INTEGER,
  callee_id: called(callee_id, dispatch_id),
  label: call_label(callee_id, evidence)
} AS s
FROM calls;

CREATE OR REPLACE VIEW steps AS SELECT s.caller_id AS caller_id, s.callee_id AS callee_id, s.label AS label FROM step WHERE s.label >= 0;
CREATE OR REPLACE VIEW stand_ins AS SELECT caller_id, callee_id, label FROM steps WHERE label < 8;

-- The steps that lead to a callee or from a caller, and the calls from a caller with where they
-- stand: line and column travel as one number. Of the steps that lead to a callee, so many are calls. What joins them takes their steps apart by
-- each_step, and their calls by each_call, because load.sql has a row for each callee and each
-- caller, with a list of steps; here a row has one.
--
-- DESIGN: each_call makes a list of the one call, behind which DuckDB evaluates no condition: it made
-- the labels and structures of all calls for one, to locate 400 symbols took 31 ms instead of 22.
CREATE OR REPLACE VIEW steps_into AS SELECT s.callee_id AS callee_id, s AS steps, (s.label >= 8)::INTEGER AS calls FROM step;
CREATE OR REPLACE VIEW steps_from AS SELECT s.caller_id AS caller_id, s AS steps FROM step;
CREATE OR REPLACE VIEW calls_from AS SELECT caller_id, called(callee_id, dispatch_id) AS callee_id, evidence, file_id, start_line, start_column FROM calls;
CREATE OR REPLACE MACRO each_step(steps) AS steps;
CREATE OR REPLACE MACRO each_call(f) AS unnest([{
  callee_id: f.callee_id,
  label: call_label(f.callee_id, f.evidence),
  file_id: f.file_id,
  line_column: f.start_line::BIGINT << 32 | f.start_column
}]);
