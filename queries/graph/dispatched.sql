-- What calls go to that name a method through an interface which has it from another, in memory, where less can run
-- than what stands in for the method. On a walk it is in the place of the method, with an id of its own (called.sql).
CREATE OR REPLACE TABLE dispatched AS
SELECT DISTINCT called(NULL, dispatch_id) AS id, callee_id::INTEGER AS method_id
FROM dispatches;
