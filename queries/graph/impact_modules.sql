-- How many modules hold something affected, beside those of the targets, of a walk that was surveyed.
SELECT count(DISTINCT f.module)
FROM walk w
JOIN facts f ON f.symbol_id = w.id
WHERE w.label > 0 AND w.called_label IS NOT NULL
  AND f.module NOT IN (SELECT t.module FROM walk o JOIN facts t ON t.symbol_id = o.id WHERE o.label >> 3 = 0 AND t.module IS NOT NULL);
