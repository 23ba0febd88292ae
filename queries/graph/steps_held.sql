-- Walks read the steps of steps_table.sql.
BEGIN; -- a statement sees all of these, or none
CREATE OR REPLACE VIEW steps_into AS SELECT s.callee_id AS callee_id, s AS steps FROM step;
CREATE OR REPLACE VIEW steps_from AS SELECT s.caller_id AS caller_id, s AS steps FROM step;
CREATE OR REPLACE MACRO each_step(steps) AS steps;
COMMIT;
