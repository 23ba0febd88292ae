-- The conversions to interfaces that a change of the targets breaks, in the temporary table needed. A method that implements a target
-- gets the new signature too; when the target is removed, it may stay.
--
-- $1 whether the change is a new signature.
INSERT INTO needed
WITH changed AS (
  SELECT symbol_id FROM target
  UNION
  SELECT symbol_id FROM start WHERE why = 'implementation' AND $1::BOOLEAN
)
SELECT c.enclosing_id, c.method_id, c.overridden_id, c.file_id, c.start_line, c.start_column
FROM conversions c
JOIN changed m ON m.symbol_id = c.method_id
WHERE c.overridden_id NOT IN (FROM changed) AND c.enclosing_id NOT IN (SELECT symbol_id FROM target)
UNION
SELECT c.enclosing_id, c.method_id, c.overridden_id, c.file_id, c.start_line, c.start_column
FROM conversions c
JOIN target t ON t.symbol_id = c.overridden_id
WHERE $1::BOOLEAN AND c.method_id NOT IN (FROM changed);
