-- The numbers of the functions that call a symbol by its name, of the other ones that may call it by dynamic dispatch, and of the
-- other declarations that take it as a value. They are the results of callers at depth 1.
--
-- $1 its id.
WITH called AS MATERIALIZED (
  SELECT caller_id, bool_or(direct) AS direct FROM call_steps WHERE callee_id = $1 GROUP BY caller_id
),
named AS (
  SELECT $1::INTEGER AS symbol_id
  UNION ALL
  SELECT callee_id FROM possible_callees WHERE method_id = $1
)
SELECT
  (SELECT count(*) FROM called WHERE direct),
  (SELECT count(*) FROM called WHERE NOT direct),
  (SELECT count(DISTINCT r.enclosing_id) FROM refs r JOIN named n ON n.symbol_id = r.symbol_id
    WHERE r.role NOT IN ('call', 'import', 'linkname') AND r.enclosing_id NOT IN (SELECT caller_id FROM called));
