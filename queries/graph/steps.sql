-- The call graph, for walking. A step leads from a caller to a callee (called.sql), one for each call, or from an interface
-- method to what stands in for it, because an interface method hands its calls on. Those of calls are in steps_into and
-- steps_from, by the symbols that they lead to and from: of the file of the calls, of one table (steps_held.sql), or
-- of lists with indexes (load.sql). What joins them takes the steps apart by each_step.
--
-- The label of a step is 8 for a call, and 0 for standing in, which costs none, plus the rank of the evidence; standing in
-- is never stronger than `interface`. Walks count in such labels. That of a call without a callee is negative, and no walk
-- follows it.
CREATE OR REPLACE TABLE stand_ins AS
SELECT overridden_id::INTEGER AS caller_id, method_id::INTEGER AS callee_id, greatest(1, rank)::TINYINT AS label
FROM concrete_overrides;

-- The calls that go to one of dispatched.sql, in memory. steps_narrowed.sql reads them when a walk needs them.
CREATE OR REPLACE TABLE narrowed (callee_id INTEGER, caller_id INTEGER, evidence VARCHAR);

-- The steps of calls, of their file: those that lead to a callee, of which so many are calls, and those from a caller.
--
-- DESIGN: DuckDB hands what a round of a recursion looks for on to what reads the file, which then reads only the row groups
-- that can hold it, and of these only the rows: calls are sorted by callee. Of 700,000 calls a round takes 1 ms to callers of a
-- few symbols, 5 to callees of some, and 24 where it looks for more than 200. To have all in memory first takes 20 to 30, and a round 2.5 then. That needs
-- columns that stand in the file as they are, so that labels are made of what was joined, and calls that go to other things than their
-- callees are a table of their own: in the file they have those callees, and here a negative label.
CREATE OR REPLACE VIEW steps_into AS
SELECT callee_id, {caller_id: caller_id, callee_id: CASE WHEN goes_to_callee(dispatch_id) THEN callee_id END, evidence: evidence} AS steps,
  goes_to_callee(dispatch_id)::INTEGER AS calls
FROM calls
UNION ALL
SELECT callee_id, {caller_id: caller_id, callee_id: callee_id, evidence: evidence}, 1
FROM narrowed;
CREATE OR REPLACE VIEW steps_from AS
SELECT caller_id, {caller_id: caller_id, callee_id: called(callee_id, dispatch_id), evidence: evidence} AS steps
FROM calls;
CREATE OR REPLACE MACRO each_step(steps) AS {
  caller_id: steps.caller_id,
  callee_id: steps.callee_id,
  label: call_label(steps.callee_id, steps.evidence)
};

-- The calls from a caller with where they stand: line and column travel as one number. What joins them takes them apart by
-- each_call, because load.sql has a row for each caller, with a list of calls; here a row has one.
--
-- DESIGN: each_call makes a list of the one call, behind which DuckDB evaluates no condition: it made
-- the labels and structures of all calls for one, to locate 400 symbols took 31 ms instead of 22.
CREATE OR REPLACE VIEW calls_from AS SELECT caller_id, called(callee_id, dispatch_id) AS callee_id, evidence, file_id, start_line, start_column FROM calls;
CREATE OR REPLACE MACRO each_call(f) AS unnest([{
  callee_id: f.callee_id,
  label: call_label(f.callee_id, f.evidence),
  file_id: f.file_id,
  line_column: f.start_line::BIGINT << 32 | f.start_column
}]);
