-- As callees.sql, for a walk that may reach much: see callers_wide.sql. What stands in for a called
-- method may be called itself as well.
--
-- $1 to $6 as there.
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
      SELECT (s.id::BIGINT << 4) | 8 | s.rank FROM target t JOIN standing s ON s.for_id = t.id WHERE t.dispatch
    )
  ) p)
  UNION ALL
  (WITH called AS MATERIALIZED (
    SELECT id, min(rank) AS rank
    FROM (
      SELECT s.callee_id::INTEGER AS id, greatest(s.label & 7, rank) AS rank
      FROM (
        SELECT p.rank, each_step(i.steps) AS s
        FROM (SELECT (place >> 4)::INTEGER AS id, place & 7 AS rank FROM (SELECT unnest(places) AS place FROM reached WHERE goes_on)) p
        JOIN steps_from i ON i.caller_id = p.id
      )
      WHERE s.label >= 8
      UNION ALL
      SELECT unnest(joining), 0 FROM reached
    )
    GROUP BY id
  ),
  found AS MATERIALIZED (
    SELECT id, min(rank) AS rank
    FROM (
      SELECT id, rank FROM called
      UNION ALL
      SELECT s.id, greatest(c.rank, s.rank)
      FROM called c
      JOIN standing s ON s.for_id = c.id, (SELECT dispatch FROM reached)
      WHERE dispatch
    )
    GROUP BY id
  )
  SELECT r.ahead - 1, r.ahead > 1 AND len(list_filter(r.ends, lambda e: get_bit(f.marked, e) = 1)) = 0,
    f.places, r.seen | f.marked, NULL, r.dispatch, r.ends
  FROM (
    SELECT list((f.id::BIGINT << 4) | f.rank) AS places, marks(f.id) AS marked
    FROM found f, (SELECT seen FROM reached) r
    WHERE get_bit(r.seen, f.id) = 0
  ) f, reached r
  WHERE f.places IS NOT NULL)
),
found AS (
  SELECT (place >> 4)::INTEGER AS id, ($6::BIGINT - ahead) * 8 + (place & 7) AS label, place & 8 = 0 AS called, goes_on
  FROM (SELECT ahead, goes_on, unnest(places) AS place FROM reached)
)
SELECT id, min(label) AS label, min(label) FILTER (called) AS called_label, bool_or(goes_on) AS asked
FROM (
  FROM found
  UNION ALL
  SELECT d.method_id, f.label, f.called, f.goes_on FROM found f JOIN dispatched d ON d.id = f.id
)
GROUP BY id;
