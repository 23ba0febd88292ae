-- The constants whose value changes when a target constant is removed: the constants below it that repeat the same expression.
INSERT INTO start
WITH spec AS MATERIALIZED (
  SELECT s.symbol_id, s.file_id, s.start_pos, s.signature[strpos(s.signature, ' = '):] AS value,
    row_number() OVER (PARTITION BY s.file_id, s.start_pos ORDER BY s.name_line, s.name_column) AS ordinal,
    bool_or(s.start_line = s.end_line AND s.name_column - s.start_column + strlen(s.name) = s.end_pos - s.start_pos)
      OVER (PARTITION BY s.file_id, s.start_pos) AS repeats
  FROM symbols s
  WHERE s.kind = 'constant' AND NOT s.is_external
    AND s.file_id IN (SELECT o.file_id FROM target t JOIN symbols o ON o.symbol_id = t.symbol_id)
),
run AS (
  SELECT *, count(*) FILTER (NOT repeats) OVER (PARTITION BY file_id, ordinal ORDER BY start_pos) AS run FROM spec
),
compared AS (
  SELECT *, lag(value) OVER (PARTITION BY file_id, ordinal, run ORDER BY start_pos) AS above FROM run
)
SELECT DISTINCT b.symbol_id, 'shift'
FROM target t
JOIN compared c ON c.symbol_id = t.symbol_id AND c.repeats
JOIN compared b ON b.file_id = c.file_id AND b.ordinal = c.ordinal AND b.run = c.run AND b.start_pos > c.start_pos
WHERE b.value <> b.above;
