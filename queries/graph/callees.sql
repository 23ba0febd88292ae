-- What the targets call, directly or through others, to a depth that is small. The
-- table walk gets a row for each symbol that is reached: its label, and the one at
-- which a call leads to it (NULL when none does: a target, and what stands in for
-- one). What stands in for a called method is called too, at the same depth.
--
-- $1 the targets' ids; $2 those of symbols that count as found at a depth of 1; $3 the
-- depth; $4 whether to follow dispatch.
--
-- DESIGN: see callers.sql.
CREATE OR REPLACE TEMP TABLE walk AS
WITH RECURSIVE reached(id, label, called) AS (
  (SELECT unnest($1::INTEGER[]), 0, false UNION ALL SELECT unnest($2::INTEGER[]), 8, true)
  UNION
  SELECT s.callee_id, (r.label & -8) + s.length + greatest(r.label & 7, s.rank), r.called OR s.length > 0
  FROM reached r
  JOIN steps s ON s.caller_id = r.id
  WHERE (s.length > 0 AND r.label < $3::INTEGER * 8 OR s.length = 0 AND $4::BOOLEAN)
)
SELECT id, min(label) AS label, min(label) FILTER (called) AS called_label
FROM reached
GROUP BY id;
