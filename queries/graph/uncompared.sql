-- The called interface methods whose implementations nobody looked for, so that the
-- index does not say what stands in for them: those of interfaces without a name, and
-- of those that unlike.sql names.
CREATE OR REPLACE TABLE uncompared AS
SELECT symbol_id, name
FROM interface_methods
WHERE NOT is_external AND symbol_id IN (SELECT callee_id FROM steps WHERE label >= 8)
  AND coalesce(container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface' AND type_id NOT IN (SELECT type_id FROM unlike));
