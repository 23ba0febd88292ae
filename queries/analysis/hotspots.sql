-- The symbols that most depends on, among those that pass the filters ($1 to $6), in the
-- order that $7 names: $8 rows. Uses in test files count where tests are included.
--
-- The reach of a symbol is how many other modules use it times how often they do, and the uses
-- in its own module, of what only that can name a quarter. These tell apart what one package
-- offers; beside a product they are little.
--
-- Callers and callees are those of certain calls, one through an interface being a call of the
-- interface's method. What a program wrote is no hotspot of complexity: nobody reads it.
WITH callers AS (
  SELECT c.callee_id AS symbol_id, count(DISTINCT c.caller_id) AS n
  FROM calls c
  JOIN symbols f ON f.symbol_id = c.caller_id AND ($6::BOOLEAN OR NOT f.is_test)
  WHERE c.evidence IN ('static', 'interface')
  GROUP BY c.callee_id
),
callees AS (
  SELECT caller_id AS symbol_id, count(DISTINCT callee_id) AS n
  FROM calls
  WHERE evidence IN ('static', 'interface')
  GROUP BY caller_id
),
measured AS (
  SELECT s.*, CASE WHEN $6::BOOLEAN THEN p.all_modules ELSE p.modules END AS used_by, CASE WHEN $6::BOOLEAN THEN p.all_uses ELSE p.uses END AS uses,
    CASE WHEN $6::BOOLEAN THEN p.all_own_uses ELSE p.own_uses END AS own_uses, s.is_exported AND (s.container_id IS NULL OR c.is_exported) AS is_offered
  FROM chosen($1, $2, $3, $4, $5, $6) s
  LEFT JOIN spread p ON p.symbol_id = s.symbol_id
  LEFT JOIN symbols c ON c.symbol_id = s.container_id
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count,
  coalesce(s.used_by, 0), coalesce(s.uses, 0), coalesce(s.own_uses, 0), coalesce(callers.n, 0), coalesce(callees.n, 0), f.complexity
FROM measured s
LEFT JOIN callers ON callers.symbol_id = s.symbol_id
LEFT JOIN callees ON callees.symbol_id = s.symbol_id
LEFT JOIN functions f ON f.function_id = s.symbol_id
WHERE ($7::VARCHAR NOT IN ('complexity', 'callees') OR NOT coalesce(f.is_generated, false)) AND ($1 IS NOT NULL OR s.kind NOT IN ('field', 'enum_member', 'property'))
ORDER BY
  CASE $7::VARCHAR WHEN 'reach' THEN s.used_by * s.uses + s.own_uses * CASE WHEN s.is_offered THEN 1 ELSE 0.25 END WHEN 'modules' THEN s.used_by WHEN 'refs' THEN s.uses + s.own_uses WHEN 'callers' THEN callers.n WHEN 'callees' THEN callees.n
    ELSE f.complexity END DESC NULLS LAST,
  s.uses DESC NULLS LAST, s.ref_count DESC, s.symbol
LIMIT $8
