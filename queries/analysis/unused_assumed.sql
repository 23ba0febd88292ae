-- A page of the symbols that pass the filters ($1 to $6) and that nothing keeps but a rule, or
-- what such a rule keeps, when exported symbols count as used or not ($7): $8 rows from $9
-- on. Each row has the number of all, the rule, and whether that exported symbols count as
-- used would do as well.
WITH assumed AS (
  SELECT i.symbol_id, CASE
      WHEN NOT $7::BOOLEAN AND i.worlds & 10 = 8 THEN 'exported_assumed_used'
      WHEN d.kind = 'method' AND d.container_id IN (SELECT type_id FROM unused.driven) THEN 'kept_for_encoding'
      ELSE 'kept_by_reflection' END AS rule,
    NOT $7::BOOLEAN AND i.worlds = 14 AS either
  FROM unused.idle i
  JOIN unused.declared d ON d.symbol_id = i.symbol_id
  WHERE i.mode = 'unreachable'
    AND CASE WHEN $7::BOOLEAN THEN i.worlds & 3 = 2 ELSE i.worlds & 12 = 8 OR i.worlds & 10 = 8 OR i.worlds = 14 END
  UNION ALL
  SELECT symbol_id, reason, false
  FROM unused.unseen
  WHERE reason NOT IN ('declared_outside_build', 'not_judged')
  UNION ALL
  SELECT symbol_id, 'kept_by_position', false
  FROM unused.kept_by_position
  WHERE mode = 'unreachable' AND worlds & CASE WHEN $7::BOOLEAN THEN 2 ELSE 8 END <> 0
),
ruled AS (
  SELECT symbol_id, min(rule) AS rule, bool_or(either) AS either FROM assumed GROUP BY symbol_id
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  count(*) OVER () AS total, r.rule, r.either
FROM chosen($1, $2, $3, $4, $5, $6) s
JOIN ruled r ON r.symbol_id = s.symbol_id
ORDER BY r.rule, s.file_path, s.start_line, s.name_line, s.name_column, s.symbol
LIMIT $8 OFFSET $9
