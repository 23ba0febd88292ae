-- How many of the symbols that pass the filters ($1 to $6) a mode ($7) keeps only because
-- something is assumed, when exported symbols count as used or not ($8), or by a rule that
-- sees no use, or does not judge: a row for each reason.
WITH assumed AS (
  SELECT i.symbol_id, CASE WHEN $8::BOOLEAN THEN i.worlds & 3 = 2 ELSE i.worlds & 12 = 8 OR i.worlds = 14 END AS by_reflection,
    NOT $8::BOOLEAN AND (i.worlds & 10 = 8 OR i.worlds = 14) AS exported,
    d.kind = 'method' AND d.container_id IN (SELECT type_id FROM unused.driven) AS driven
  FROM unused.idle i
  JOIN unused.declared d USING (symbol_id)
  WHERE i.mode = $7
), reasons AS (
  SELECT symbol_id, CASE WHEN driven THEN 'kept_for_encoding' ELSE 'kept_by_reflection' END AS reason FROM assumed WHERE by_reflection
  UNION ALL
  SELECT symbol_id, 'exported_assumed_used' FROM assumed WHERE exported
  UNION ALL
  SELECT symbol_id, reason FROM unused.unseen
  UNION ALL
  SELECT symbol_id, 'kept_by_position' FROM unused.kept_by_position WHERE mode = $7 AND worlds & CASE WHEN $8::BOOLEAN THEN 2 ELSE 8 END <> 0
)
SELECT reason, count(*)
FROM chosen($1, $2, $3, $4, $5, $6)
JOIN reasons USING (symbol_id)
GROUP BY reason
