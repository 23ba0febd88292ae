-- Symbols by their ids: the names, signatures and places; of functions of other languages than Go, the parameters and results too.
--
-- $1 the ids.
WITH asked AS (SELECT unnest($1::INTEGER[]) AS symbol_id),
parts AS (
  SELECT p.function_id, string_agg(coalesce(p.name, '_'), ' ' ORDER BY p.ordinal) FILTER (p.kind = 'parameter') AS parameters,
    count(*) FILTER (p.kind = 'result') AS results
  FROM parameters p
  SEMI JOIN asked a ON a.symbol_id = p.function_id
  GROUP BY p.function_id
)
SELECT s.symbol_id, s.symbol, s.kind, s.language, s.signature, coalesce(s.file_id, 0), coalesce(s.file_path, ''), coalesce(s.name_line, 0), coalesce(s.name_column, 0),
  coalesce(p.parameters, ''), coalesce(p.results, 0)
FROM symbols s
JOIN asked USING (symbol_id)
LEFT JOIN parts p ON p.function_id = s.symbol_id;
