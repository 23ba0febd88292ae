-- The methods of interfaces.
CREATE OR REPLACE TABLE interface_methods AS
SELECT symbol_id, name, is_external, container_id, file_id, ref_count > 0 AS is_used
FROM symbols
WHERE kind = 'interface_method';
