-- The steps on the shortest paths from the targets, on which the evidence is best, to
-- where the walk started.
--
-- $1 the ids of the targets; $2 the least label of a step to follow.
WITH RECURSIVE ahead(id, least) AS (
  SELECT unnest($1::INTEGER[]), $2::BIGINT
  UNION
  SELECT s.callee_id, h.least
  FROM ahead h
  JOIN steps s ON s.caller_id = h.id AND s.label >= h.least
  JOIN walk a ON a.id = h.id
  JOIN walk b ON b.id = s.callee_id
  WHERE (b.label >> 3) + (s.label >> 3) = a.label >> 3 AND greatest(b.label & 7, s.label & 7) <= a.label & 7
)
SELECT s.caller_id, s.callee_id, s.label >= 8 AS called, s.label & 7 AS rank, n.symbol
FROM ahead h
JOIN steps s ON s.caller_id = h.id AND s.label >= h.least
JOIN walk a ON a.id = h.id
JOIN walk b ON b.id = s.callee_id
JOIN symbols n ON n.symbol_id = s.callee_id
WHERE (b.label >> 3) + (s.label >> 3) = a.label >> 3 AND greatest(b.label & 7, s.label & 7) <= a.label & 7;
