-- As callers.sql, for a walk that may reach much: it takes all calls of a depth at once, and each
-- symbol when it is first reached. `reached` has a row for each depth: how many calls may still
-- follow, and whether any will, the places that were first reached there, and a bit for each symbol that
-- was reached so far. A place is id << 4 | rank, and 8 more where no call of the symbol led on.
--
-- $1 the ids to start at; $2 those of symbols that count as found at a depth of 1; $3 and $6 the
-- depth; $4 whether it follows dispatch; $5 the ids at the first of which, when it is reached, the walk
-- ends with that depth.
--
-- DESIGN: a target is marked when a call of it is found, so that it is found by its own walk. What
-- stands in for others does so at once, also by way of others (../derive/standing.sql), so that no depth is
-- ever found to be smaller. In a graph of 200,000 functions and 700,000 calls this took 3, 14 and
-- 26 ms to depths 1, 3 and 6 from what is called most (6,000, 38,000 and 62,000 symbols) and 45 to
-- depth 100, and callers.sql 5, 21, 75 and many seconds. Where little is reached, callers.sql takes 1.4 and this
-- 2 ms, and for each depth 0.4 and 0.9. An anti-join on all that was reached (USING KEY) took
-- 10, 55 and 115. Calls are grouped before they are held against the bits, which are copied for each batch of
-- rows: over files a join leaves thousands of those with a few rows each, 25 ms instead of 1.
WITH RECURSIVE reached(ahead, goes_on, places, seen, joining, dispatch, ends) AS (
  (WITH given AS MATERIALIZED (
    SELECT $1::INTEGER[] AS ids, $2::INTEGER[] AS joining, $3::BIGINT AS ahead, $4::BOOLEAN AS dispatch, $5::INTEGER[] AS ends
  ),
  target AS MATERIALIZED (
    SELECT unnest(ids) AS id, dispatch FROM given
  )
  SELECT g.ahead, true, p.places, p.seen, g.joining, g.dispatch, g.ends
  FROM given g, (
    SELECT list(place) AS places, marks(0) AS seen
    FROM (
      SELECT (id::BIGINT << 4) | 8 AS place FROM target
      UNION ALL
      SELECT (s.for_id::BIGINT << 4) | 8 | s.rank FROM target t JOIN standing s ON s.id = t.id WHERE t.dispatch
    )
  ) p)
  UNION ALL
  (WITH calling AS MATERIALIZED (
    SELECT id, min(rank) AS rank
    FROM (
      SELECT s.caller_id::INTEGER AS id, greatest(s.label & 7, rank) AS rank
      FROM (
        SELECT p.rank, each_step(i.steps) AS s
        FROM (SELECT (place >> 4)::INTEGER AS id, place & 7 AS rank FROM (SELECT unnest(places) AS place FROM reached WHERE goes_on)) p
        JOIN steps_into i ON i.callee_id = p.id
      )
      WHERE s.label >= 8
      UNION ALL
      SELECT unnest(joining), 0 FROM reached
    )
    GROUP BY id
  ),
  found AS MATERIALIZED (
    SELECT id, rank FROM calling
    UNION ALL
    SELECT s.for_id, min(greatest(c.rank, s.rank)) | 8
    FROM calling c
    JOIN standing s ON s.id = c.id, (SELECT dispatch FROM reached)
    WHERE dispatch
    GROUP BY s.for_id
  )
  SELECT r.ahead - 1, r.ahead > 1 AND len(list_filter(r.ends, lambda e: get_bit(f.marked, e) = 1)) = 0,
    f.places, r.seen | f.marked, NULL, r.dispatch, r.ends
  FROM (
    SELECT list((f.id::BIGINT << 4) | f.rank) AS places, marks(f.id) AS marked
    FROM found f, (SELECT seen FROM reached) r
    WHERE get_bit(r.seen, f.id) = 0
  ) f, reached r
  WHERE f.places IS NOT NULL)
)
SELECT id, min(label) AS label, min(label) FILTER (called) AS called_label, bool_or(goes_on) AS asked
FROM (
  SELECT (place >> 4)::INTEGER AS id, ($6::BIGINT - ahead) * 8 + (place & 7) AS label, place & 8 = 0 AS called, goes_on
  FROM (SELECT ahead, goes_on, unnest(places) AS place FROM reached)
)
GROUP BY id;
