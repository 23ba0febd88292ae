-- The constants whose values are other ones when a target is removed: those below it that repeat what
-- it repeats get the value that the one before them had.
WITH placed AS (
  SELECT c.symbol_id, c.file_id, c.start_pos, c.ordinal, c.repeats, s.signature[strpos(s.signature, ' = '):] AS value,
    count(*) FILTER (NOT c.repeats) OVER (PARTITION BY c.file_id, c.ordinal ORDER BY c.start_pos) AS run
  FROM constant_specs c
  JOIN symbols s ON s.symbol_id = c.symbol_id
  WHERE c.file_id IN (SELECT p.file_id FROM seeds t JOIN constant_specs p ON p.symbol_id = t.id)
),
compared AS (
  SELECT *, lag(value) OVER (PARTITION BY file_id, ordinal, run ORDER BY start_pos) AS above FROM placed
)
SELECT DISTINCT b.symbol_id
FROM seeds t
JOIN compared c ON c.symbol_id = t.id AND c.repeats
JOIN compared b ON b.file_id = c.file_id AND b.ordinal = c.ordinal AND b.run = c.run AND b.start_pos > c.start_pos
WHERE b.value <> b.above;
