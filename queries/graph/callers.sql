-- Who calls the targets, directly or through others, to a depth that is small: a row for
-- each symbol that is reached, with its label, and the one at which it holds a call that
-- leads to a target (NULL when it holds none: a target, or a method that something on the
-- walk stands in for), and whether the walk asked on from it: it did from those above the
-- last depth.
--
-- $1 the ids to start at: the targets', and those of symbols that count as found at a
-- depth of 1; $2 the label of each; $3, $5 and $6 the depth; $4 the least label of
-- a step to follow.
--
-- DESIGN: a label is depth * 8 + rank, so that the smallest is the shortest path and,
-- among those, the best: a path as strong as its weakest step. On the way it is that less
-- depth * 8, so that the walk ends at 0 and no condition binds a value (see queries.Seat).
-- UNION drops what the walk has seen at the same label, but not at a smaller one: what much is
-- reached from is taken up again at each depth, which is why there is callers_wide.sql. This one
-- begins with less: of a few symbols it takes 1.4 ms, and that one 2.
WITH RECURSIVE reached(id, label, called, least) AS (
  (SELECT id, (label - $3::BIGINT * 8)::INTEGER, label > 0, $4::BIGINT FROM (SELECT unnest($1::INTEGER[]) AS id, unnest($2::INTEGER[]) AS label))
  UNION
  (SELECT s.caller_id, (label & -8) + 8 + greatest(label & 7, s.label & 7), true, least
  FROM (
    SELECT r.label, r.least, each_step(i.steps) AS s
    FROM reached r
    JOIN steps_into i ON i.callee_id = r.id
    WHERE r.label < 0
  )
  WHERE s.label >= 8
  UNION ALL
  SELECT s.caller_id, (r.label & -8) + greatest(r.label & 7, s.label), false, least
  FROM reached r
  JOIN stand_ins s ON s.callee_id = r.id
  WHERE r.least < 8)
)
SELECT id, min(label) + $5::BIGINT * 8 AS label, min(label) FILTER (called) + $6::BIGINT * 8 AS called_label, min(label) < 0 AS asked
FROM reached
GROUP BY id;
