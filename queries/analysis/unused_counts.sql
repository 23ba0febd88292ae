-- How many symbols a mode ($1) keeps only because something is assumed, when exported
-- symbols count as used or not ($2), and how many it keeps by a rule that sees no use. The
-- last is how many constants it keeps for their place.
WITH assumed AS (
  SELECT CASE WHEN $2::BOOLEAN THEN i.worlds & 3 = 2 ELSE i.worlds & 12 = 8 END AS by_reflection,
    NOT $2::BOOLEAN AND i.worlds & 10 = 8 AS exported,
    d.kind = 'method' AND d.container_id IN (SELECT type_id FROM unused.driven) AS driven
  FROM unused.idle i
  JOIN unused.declared d USING (symbol_id)
  WHERE i.mode = $1
)
SELECT count(*) FILTER (by_reflection AND NOT driven), count(*) FILTER (by_reflection AND driven), count(*) FILTER (exported),
  any_value(linkname_or_export), any_value(embed), any_value(assembly), any_value(named_outside_build), any_value(outside_build), any_value(not_judged),
  (SELECT count(*) FROM unused.kept_by_position WHERE mode = $1 AND worlds & CASE WHEN $2::BOOLEAN THEN 2 ELSE 8 END <> 0)
FROM unused.unseen
LEFT JOIN assumed ON true
