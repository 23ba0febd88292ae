-- As called.sql, of an index without such calls.
CREATE OR REPLACE MACRO called(callee_id, dispatch_id) AS callee_id::INTEGER;
CREATE OR REPLACE MACRO goes_to_callee(dispatch_id) AS true;
CREATE OR REPLACE MACRO is_dispatched(id) AS false;
CREATE OR REPLACE TABLE dispatched (id INTEGER, method_id INTEGER);
