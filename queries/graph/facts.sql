-- What is asked of each symbol on a walk that reached much, as numbers, of an index that was loaded:
-- where it stands among all of them by name, how often it is referred to, and, as the bits of one
-- number (survey.go), what doubts/callers_symbols.sql and doubts/uncompared_names.sql go by.
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
  s.ref_count,
  (CASE s.kind WHEN 'function' THEN 1 WHEN 'method' THEN 2 WHEN 'interface_method' THEN 3 ELSE 0 END
    | (s.is_external::INTEGER << 2)
    | (s.is_exported::INTEGER << 3)
    | ((NOT s.is_external AND contains(s.symbol, '#'))::INTEGER << 4)
    | ((NOT s.is_external AND s.kind IN ('method', 'interface_method') AND is_looked_for(s.name))::INTEGER << 5)
    | ((a.symbol_id IS NOT NULL)::INTEGER << 6))::SMALLINT AS traits
FROM symbols s
LEFT JOIN alike a ON a.symbol_id = s.symbol_id;
