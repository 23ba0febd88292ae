-- The constants whose value changes when a target constant is removed: the constants below it that repeat the same expression. Equal
-- hashes mean equal values.
INSERT INTO start
WITH compared AS (
  SELECT symbol_id, repeats_id, start_pos, signature_hash,
    lag(signature_hash) OVER (PARTITION BY coalesce(repeats_id, symbol_id) ORDER BY start_pos) AS above
  FROM symbols
  WHERE kind = 'constant' AND NOT is_external
)
SELECT DISTINCT b.symbol_id, 'shift'
FROM target t
JOIN compared c ON c.symbol_id = t.symbol_id
JOIN compared b ON b.repeats_id = c.repeats_id AND b.start_pos > c.start_pos
WHERE b.signature_hash IS NULL OR b.signature_hash IS DISTINCT FROM b.above;
