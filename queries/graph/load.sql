-- What finds a few rows in tables that were loaded. DuckDB asks an index instead of
-- reading a table where a join looks for few values (dynamic_or_filter_threshold), also in
-- each round of a recursion.
CREATE INDEX IF NOT EXISTS symbols_by_id ON held.symbols(symbol_id);
CREATE INDEX IF NOT EXISTS symbols_by_name ON held.symbols(name);

-- The steps in lists. They are in the database of the views, which is not compressed.
--
-- DESIGN: to fetch one row that an index found takes 3 us of each compressed column. And rows
-- of one step each, with an index by caller and one by callee, took 17 MB more (700,000
-- calls): where a few symbols had more steps than an index is asked for, each round of a walk
-- read all of them, 4 to 5 ms. Lists take 1: to reach 420 symbols takes 4 ms instead of 14, and
-- 14,000 symbols 14 instead of 26.
CREATE OR REPLACE TABLE listed_into AS
SELECT callee_id, list({caller_id: caller_id, label: label}) AS steps
FROM (
  SELECT goes_to_id AS callee_id, caller_id, min(evidence_rank + 8) AS label
  FROM edges
  GROUP BY goes_to_id, caller_id
)
GROUP BY callee_id;

CREATE OR REPLACE TABLE listed_from AS
SELECT caller_id, list({callee_id: callee_id, label: evidence_rank + 8, file_id: file_id, line_column: start_line::BIGINT << 32 | start_column}) AS steps
FROM calls_from
GROUP BY caller_id;

CREATE INDEX listed_into_by_callee ON listed_into(callee_id);
CREATE INDEX listed_from_by_caller ON listed_from(caller_id);

BEGIN; -- a statement sees all of these, or none
CREATE OR REPLACE VIEW steps_into AS SELECT callee_id, steps FROM listed_into;
CREATE OR REPLACE VIEW steps_from AS SELECT caller_id, steps FROM listed_from;
CREATE OR REPLACE VIEW calls_from AS SELECT caller_id, steps FROM listed_from;
CREATE OR REPLACE MACRO each_step(steps) AS unnest(steps);
CREATE OR REPLACE MACRO each_call(f) AS unnest(f.steps);
DROP TABLE IF EXISTS step; -- of which they were views
COMMIT;
