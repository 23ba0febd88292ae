-- placed: the constants of lists in which places count, with their spec and the spec above it.
--
-- A spec is a declaration with one start, and is known by its first constant. No spec above a used one can go.
CREATE OR REPLACE TABLE unused.placed AS
WITH spec AS (
  SELECT sequence_id, start_pos, min(symbol_id) AS spec FROM symbols WHERE sequence_id IS NOT NULL GROUP BY sequence_id, start_pos
),
ordered AS (
  SELECT *, lag(spec) OVER (PARTITION BY sequence_id ORDER BY start_pos) AS spec_above FROM spec
)
SELECT s.symbol_id, s.entry IS NOT DISTINCT FROM 'unnamed' AS is_blank, o.spec, o.spec_above
FROM symbols s
JOIN ordered o ON o.sequence_id = s.sequence_id AND o.start_pos = s.start_pos;
