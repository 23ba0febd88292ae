-- The steps on the shortest paths from the targets, on which the evidence is best, to
-- where the walk started.
--
-- $1 the ids of the targets; $2 the least label of a step to follow.
WITH RECURSIVE ahead(id, least) AS (
  SELECT unnest($1::INTEGER[]), $2::BIGINT
  UNION
  SELECT h.s.callee_id, h.least
  FROM (SELECT h.id, h.least, each_step(f.steps) AS s FROM ahead h JOIN steps_from f ON f.caller_id = h.id) h
  JOIN walk a ON a.id = h.id
  JOIN walk b ON b.id = h.s.callee_id
  WHERE h.s.label >= h.least AND (b.label >> 3) + (h.s.label >> 3) = a.label >> 3 AND greatest(b.label & 7, h.s.label & 7) <= a.label & 7
)
SELECT h.id, h.s.callee_id, h.s.label >= 8 AS called, h.s.label & 7 AS rank, n.symbol
FROM (SELECT h.id, h.least, each_step(f.steps) AS s FROM ahead h JOIN steps_from f ON f.caller_id = h.id) h
JOIN walk a ON a.id = h.id
JOIN walk b ON b.id = h.s.callee_id
JOIN symbols n ON n.symbol_id = h.s.callee_id
WHERE h.s.label >= h.least AND (b.label >> 3) + (h.s.label >> 3) = a.label >> 3 AND greatest(b.label & 7, h.s.label & 7) <= a.label & 7;
