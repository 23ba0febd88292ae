-- The constants whose values are other ones when a target is removed: those below a target that repeat
-- the same value as it does and have another result, which iota makes.
WITH below AS (
  SELECT c.symbol_id AS target_id, b.symbol_id
  FROM seeds t
  JOIN constant_specs c ON c.symbol_id = t.id AND c.repeats
  JOIN constant_specs b ON b.file_id = c.file_id AND b.start_pos > c.start_pos AND b.repeats AND b.ordinal = c.ordinal
  WHERE NOT EXISTS (
    SELECT 1
    FROM constant_specs other
    WHERE other.file_id = c.file_id AND NOT other.repeats AND other.start_pos > c.start_pos AND other.start_pos < b.start_pos)
)
SELECT DISTINCT below.symbol_id
FROM below
JOIN symbols c ON c.symbol_id = below.target_id
JOIN symbols b ON b.symbol_id = below.symbol_id
WHERE split_part(b.signature, ' = ', 2) <> split_part(c.signature, ' = ', 2);
