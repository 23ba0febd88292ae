-- The called interface methods whose implementations nobody looked for, so that the
-- index does not say what stands in for them.
CREATE OR REPLACE TABLE uncompared AS
SELECT symbol_id, name
FROM unlike_methods
WHERE symbol_id IN (SELECT callee_id FROM steps_into UNION ALL SELECT method_id FROM dispatched);
