-- Among the symbols that pass the filters ($1 to $6), the number that only an assumption keeps, and the
-- number that is not judged, by reason. Exported symbols count as used unless $7 is true.
WITH reasons AS (
  SELECT symbol_id, reason FROM unused.state WHERE strength > 0 AND NOT ($7::BOOLEAN AND reason = 'exported_assumed_used')
  UNION ALL
  SELECT symbol_id, 'declared_outside_build' FROM unused.outside_build WHERE file_id NOT IN (FROM unused.unjudged)
  UNION ALL
  SELECT symbol_id, 'not_judged' FROM symbols WHERE file_id IN (FROM unused.unjudged)
)
SELECT reason, count(*)
FROM chosen($1, $2, $3, $4, $5, $6)
JOIN reasons USING (symbol_id)
GROUP BY reason
ORDER BY reason;
