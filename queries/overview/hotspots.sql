-- The symbols that most code depends on, among those that pass the filters ($1 to $6), in the order $7: $8 rows. Uses in test files
-- count where tests are included.
--
-- The reach of a symbol is the number of other modules that use it times their uses, plus the uses in
-- its module. For symbols that only the module can name, the uses in the module count a quarter.
--
-- DESIGN: uses are counted by file first. A join on modules that differ makes DuckDB pair every file with every symbol: 6 s instead of
-- 0.1 (280,000 uses).
WITH eligible AS ( -- the code at package level has an init, which ranks by the measures of its body
  FROM chosen($1, $2, $3, $4, $5, $6)
  UNION ALL
  FROM symbols
  WHERE entry = 'initializer' AND start_line IS NULL AND $7::VARCHAR IN ('complexity', 'callees') AND NOT is_external
    AND ($1::VARCHAR[] IS NULL OR list_contains($1::VARCHAR[], kind)) AND $2::BOOLEAN IS DISTINCT FROM true AND begins(file_path, $3)
    AND ref_count BETWEEN $4 AND $5 AND ($6 = 'all' OR is_test = ($6 = 'tests'))
),
by_file AS MATERIALIZED (
  SELECT symbol_id, file_id, count(*) AS n FROM refs GROUP BY symbol_id, file_id
),
spread AS (
  SELECT s.symbol_id, count(DISTINCT f.module_path) FILTER (f.module_path <> s.module_path) AS used_by,
    coalesce(sum(b.n) FILTER (f.module_path <> s.module_path), 0)::BIGINT AS uses,
    coalesce(sum(b.n) FILTER (f.module_path = s.module_path), 0)::BIGINT AS own_uses
  FROM by_file b
  JOIN files f ON f.file_id = b.file_id AND ($6::VARCHAR <> 'code' OR NOT f.is_test)
  JOIN symbols s ON s.symbol_id = b.symbol_id AND NOT s.is_external
  GROUP BY s.symbol_id
),
callers AS (
  SELECT c.callee_id AS symbol_id, count(DISTINCT c.caller_id) AS n
  FROM calls c
  JOIN symbols f ON f.symbol_id = c.caller_id AND ($6::VARCHAR <> 'code' OR NOT f.is_test)
  WHERE c.evidence IN ('static', 'interface')
  GROUP BY c.callee_id
),
callees AS (
  SELECT caller_id AS symbol_id, count(DISTINCT callee_id) AS n
  FROM calls
  WHERE evidence IN ('static', 'interface')
  GROUP BY caller_id
)
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  coalesce(p.used_by, 0), coalesce(p.uses, 0), coalesce(p.own_uses, 0), coalesce(callers.n, 0), coalesce(callees.n, 0), f.complexity
FROM eligible s
LEFT JOIN spread p ON p.symbol_id = s.symbol_id
LEFT JOIN symbols c ON c.symbol_id = s.container_id
LEFT JOIN callers ON callers.symbol_id = s.symbol_id
LEFT JOIN callees ON callees.symbol_id = s.symbol_id
LEFT JOIN functions f ON f.function_id = s.symbol_id
WHERE ($7::VARCHAR NOT IN ('complexity', 'callees') OR NOT coalesce(f.is_generated, false)) AND ($1 IS NOT NULL OR s.kind NOT IN ('field', 'enum_member', 'property'))
ORDER BY
  CASE $7::VARCHAR
    WHEN 'reach' THEN p.used_by * p.uses + p.own_uses * CASE WHEN s.is_exported AND (s.container_id IS NULL OR c.is_exported) THEN 1 ELSE 0.25 END
    WHEN 'modules' THEN p.used_by WHEN 'refs' THEN p.uses + p.own_uses WHEN 'callers' THEN callers.n WHEN 'callees' THEN callees.n
    ELSE f.complexity END DESC NULLS LAST,
  p.uses DESC NULLS LAST, s.ref_count DESC, s.symbol
LIMIT $8;
