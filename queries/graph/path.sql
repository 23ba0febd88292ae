-- A shortest path of calls from one of the starts to one of the ends; of several, one whose weakest evidence is strongest. The walk goes
-- from the ends to their callers until it reaches a start; the hops lead back.
--
-- $1 the ids of the ends; $2 the depth; $3 whether to follow dynamic dispatch; $4 the ids of the starts. A
-- start that is an interface method includes its possible callees as well.
WITH RECURSIVE args AS (
  SELECT $1::INTEGER[] AS ends, $2::INTEGER AS depth, $3::BOOLEAN AS dispatch,
    list_concat($4::INTEGER[], (SELECT coalesce(list(method_id), []) FROM possible_callees WHERE $3::BOOLEAN AND list_contains($4::INTEGER[], callee_id))) AS starts
),
reached(symbol_id, depth, rank) USING KEY (symbol_id) AS (
  SELECT unnest(ends), 0, 0 FROM args
  UNION
  SELECT s.caller_id, min(r.depth) + 1, min(greatest(r.rank, s.evidence_rank))
  FROM reached r
  JOIN call_steps s ON s.callee_id = r.symbol_id
  LEFT JOIN recurring.reached seen ON seen.symbol_id = s.caller_id, args a
  WHERE r.depth < a.depth AND (s.direct OR a.dispatch) AND seen.symbol_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM recurring.reached e WHERE list_contains(a.starts, e.symbol_id))
  GROUP BY s.caller_id
)
SELECT symbol_id, depth, rank FROM reached
