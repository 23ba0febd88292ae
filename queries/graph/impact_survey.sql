-- As survey.sql, of an impact: what impact_telling.sql says of a symbol stands in its traits too. The targets
-- themselves are no results. The modules are a bit for each.
--
-- $1 as there.
SELECT CASE WHEN w.label > 0 THEN w.called_label >> 3 END AS depth, w.asked,
  f.traits | (coalesce(t.says, 0)::INTEGER << 12) AS traits,
  count(*) AS symbols, sum(f.taken)::BIGINT AS taken,
  module_marks(f.module)::BLOB AS modules, w.label = 0 AS at_targets,
  min((f.ordinal::BIGINT << 32) | (f.symbol_id::BIGINT << 3) | (coalesce(w.called_label, 0) & 7), $1::BIGINT) AS first
FROM walk w
JOIN facts f ON f.symbol_id = w.id
LEFT JOIN telling t ON t.id = w.id
GROUP BY ALL
ORDER BY depth;
