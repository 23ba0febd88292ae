-- The languages whose files cortex reads with a type checker. In the others rules decide facts.
CREATE SCHEMA IF NOT EXISTS selection;

CREATE OR REPLACE TABLE selection.checked AS
SELECT DISTINCT language
FROM files
WHERE status IN ('ok', 'partial')
  AND language NOT IN (
    SELECT language FROM unknowns WHERE reason = 'heuristic_calls' AND symbol_id IS NULL AND name IS NULL AND language IS NOT NULL);
