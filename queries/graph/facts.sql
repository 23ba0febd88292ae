-- What is asked of each symbol on a walk that reached much, as numbers, of an index that was loaded:
-- where it stands among all of them by name, how often its value is taken, in which module it is, and, as
-- the bits of one number (survey.go; those from 12 to 14 are of impacts), what doubts/callers_symbols.sql, doubts/uncompared_names.sql,
-- doubts/no_body.sql, doubts/linkname_or_export.sql and impact.sql go by.
CREATE OR REPLACE TABLE facts AS
WITH alike AS (
  SELECT DISTINCT s.symbol_id
  FROM interface_methods i
  JOIN symbols s ON s.name = i.name AND (s.kind = 'method' OR s.kind = 'interface_method' AND s.symbol_id <> i.symbol_id)
  ANTI JOIN stand_ins o ON o.caller_id = i.symbol_id AND o.callee_id = s.symbol_id
  WHERE NOT i.is_external AND i.is_used
)
SELECT s.symbol_id,
  (row_number() OVER (ORDER BY s.symbol))::INTEGER AS ordinal,
  coalesce(t.times, 0)::INTEGER AS taken,
  m.module,
  (CASE s.kind WHEN 'function' THEN 1 WHEN 'method' THEN 2 WHEN 'interface_method' THEN 3 ELSE 0 END
    | (s.is_external::INTEGER << 2)
    | (s.is_exported::INTEGER << 3)
    | ((NOT s.is_external AND is_outside_build(s.symbol, s.name, s.kind, s.file_path))::INTEGER << 4)
    | ((NOT s.is_external AND s.kind IN ('method', 'interface_method') AND is_looked_for(s.name))::INTEGER << 5)
    | ((a.symbol_id IS NOT NULL)::INTEGER << 6)
    | (s.is_test::INTEGER << 7)
    | ((s.kind IN ('variable', 'constant') OR s.kind = 'function' AND contains(s.symbol, '.init#package'))::INTEGER << 8)
    | ((b.function_id IS NOT NULL)::INTEGER << 9)
    | ((s.symbol_id IN (SELECT symbol_id FROM handed_over) OR s.symbol IN (SELECT symbol FROM handed_over WHERE symbol IS NOT NULL))::INTEGER << 10)
    | ((t.symbol_id IS NOT NULL)::INTEGER << 11)
    | (may_replace(s.is_test, s.kind, s.name)::INTEGER << 15)) AS traits
FROM symbols s
LEFT JOIN alike a ON a.symbol_id = s.symbol_id
LEFT JOIN bodiless b ON b.function_id = s.symbol_id
LEFT JOIN (SELECT symbol_id, count(*) AS times FROM taken GROUP BY symbol_id) t ON t.symbol_id = s.symbol_id
LEFT JOIN (SELECT module_path, row_number() OVER ()::INTEGER AS module FROM modules) m ON m.module_path = s.module_path;
