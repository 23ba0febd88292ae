-- The users of the changed functions, variables, constants and parts of types outside tests, by package: the functions that use one
-- directly, those that reach one by calls, the tests, and the number of changed symbols in the package.
WITH RECURSIVE start AS (
  SELECT c.new_id AS symbol_id
  FROM function_change c
  JOIN head.functions f ON f.function_id = c.new_id AND NOT f.is_test
  WHERE c.old_id IS NOT NULL AND (c.is_rewritten OR c.is_resigned)
  UNION
  SELECT p.new_id
  FROM pair p
  JOIN head.symbols s ON s.symbol_id = p.new_id AND NOT s.is_test
  LEFT JOIN base.symbols o ON o.symbol_id = p.old_id
  WHERE p.is_reset
    OR p.is_resigned AND (p.new_kind IN ('field', 'property', 'interface_method', 'variable', 'constant') OR p.new_kind IN ('type', 'type_alias') AND o.signature <> s.signature)
),
direct AS (
  SELECT DISTINCT r.enclosing_id AS symbol_id
  FROM head.refs r
  WHERE r.symbol_id IN (SELECT symbol_id FROM start) AND r.enclosing_id NOT IN (SELECT symbol_id FROM start)
),
reached(symbol_id, depth) USING KEY (symbol_id) AS (
  SELECT symbol_id, min(depth) FROM (SELECT symbol_id, 0 AS depth FROM start UNION ALL SELECT symbol_id, 1 FROM direct) GROUP BY symbol_id
  UNION
  SELECT s.caller_id, min(r.depth) + 1
  FROM reached r
  JOIN head.call_steps s ON s.callee_id = r.symbol_id
  LEFT JOIN recurring.reached seen ON seen.symbol_id = s.caller_id
  WHERE seen.symbol_id IS NULL
  GROUP BY s.caller_id
)
SELECT s.module_path, count(*) FILTER (r.depth = 1 AND NOT s.is_test), count(*) FILTER (r.depth > 0 AND NOT s.is_test),
  count(*) FILTER (r.depth > 0 AND s.is_test), count(*) FILTER (r.depth = 0)
FROM reached r
JOIN head.symbols s ON s.symbol_id = r.symbol_id AND s.module_path IS NOT NULL
GROUP BY s.module_path
HAVING bool_or(r.depth > 0)
ORDER BY 2 DESC, 3 DESC, 1;
