-- The call graph, for walking. A step leads from a caller to what its calls go to (call_edges), or from an interface
-- method to what stands in for it, because an interface method hands its calls on. Those of calls are in steps_into and
-- steps_from, by the symbols that they lead to and from: of the files of the index, of one table (steps_held.sql), or
-- of lists with indexes (load.sql). What joins them takes the steps apart by each_step.
--
-- The label of a step is 8 for a call, and 0 for standing in, which costs none, plus the rank of the evidence; standing in
-- is never stronger than `interface`. Walks count in such labels.

-- The steps of calls, of their files.
--
-- DESIGN: DuckDB hands what a round of a recursion looks for on to what reads the file, which then reads only the row groups
-- that can hold it, and of these only the rows: edges are sorted by what calls go to, and sites by the caller. That needs
-- columns that stand in the file as they are, so that labels are made of what was joined. Of 470,000 edges a round takes 0.5 ms to callers of a
-- few symbols, and 4 where it looks for more than 200. To have all in memory first takes 10 to 16, and a round 2 to 2.5 then.
CREATE OR REPLACE VIEW steps_into AS
SELECT goes_to_id AS callee_id, {caller_id: caller_id, callee_id: goes_to_id, rank: evidence_rank} AS steps FROM edges;
CREATE OR REPLACE VIEW steps_from AS
SELECT caller_id, {caller_id: caller_id, callee_id: goes_to_id, rank: evidence_rank} AS steps FROM edge_sites;
CREATE OR REPLACE MACRO each_step(steps) AS {caller_id: steps.caller_id, callee_id: steps.callee_id, label: steps.rank + 8};

-- The calls from a caller with where they stand: line and column travel as one number. What joins them takes them apart by
-- each_call, because load.sql has a row for each caller, with a list of calls; here a row has one.
--
-- DESIGN: each_call makes a list of the one call, behind which DuckDB evaluates no condition: it made
-- the labels and structures of all calls for one, to locate 400 symbols took 31 ms instead of 22.
CREATE OR REPLACE VIEW calls_from AS SELECT caller_id, goes_to_id AS callee_id, evidence_rank, file_id, start_line, start_column FROM edge_sites;
CREATE OR REPLACE MACRO each_call(f) AS unnest([{
  callee_id: f.callee_id,
  label: f.evidence_rank + 8,
  file_id: f.file_id,
  line_column: f.start_line::BIGINT << 32 | f.start_column
}]);
