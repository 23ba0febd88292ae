-- What the targets call, directly or through others, to a depth that is small: a
-- row for each symbol that is reached, with its label, and the one at which a call leads to it (NULL when none does: a target, and what stands in for
-- one), and whether the walk asked on from it, as it did from those above the last
-- depth. What stands in for a called method is called too, at the same depth; and so is the method, where
-- the call goes to it by way of another interface.
--
-- $1 the ids to start at: the targets', and those of symbols that count as found at a
-- depth of 1; $2 the label of each; $3, $5 and $6 the depth; $4 the least label of
-- a step to follow.
--
-- DESIGN: see callers.sql.
WITH RECURSIVE reached(id, label, called, least) AS (
  (SELECT id, (label - $3::BIGINT * 8)::INTEGER, label > 0, $4::BIGINT FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::INTEGER[]) AS label))
  UNION
  (SELECT s.callee_id, (label & -8) + 8 + greatest(label & 7, s.label & 7), true, least
  FROM (
    SELECT r.label, r.least, each_step(i.steps) AS s
    FROM reached r
    JOIN steps_from i ON i.caller_id = r.id
    WHERE r.label < 0
  )
  WHERE s.label >= 8
  UNION ALL
  SELECT s.callee_id, (r.label & -8) + greatest(r.label & 7, s.label), called, least
  FROM reached r
  JOIN stand_ins s ON s.caller_id = r.id
  WHERE r.least < 8)
)
SELECT id, min(label) + $5::BIGINT * 8 AS label, min(label) FILTER (called) + $6::BIGINT * 8 AS called_label, min(label) < 0 AS asked
FROM (
  SELECT id, label, called FROM reached
  UNION ALL
  SELECT d.method_id, r.label, r.called FROM reached r JOIN dispatched d ON d.id = r.id
)
GROUP BY id;
