-- The target and the symbols related to it, each with its part and the number of uses.
--
-- $1 the id of the target.
WITH link AS (
  SELECT 'target' AS part, $1::INTEGER AS symbol_id, 0 AS uses
  UNION ALL
  SELECT 'receiver', container_id, 0 FROM symbols WHERE symbol_id = $1
  UNION ALL
  SELECT 'method', symbol_id, ref_count FROM symbols WHERE container_id = $1 AND kind IN ('method', 'interface_method')
  UNION ALL
  SELECT DISTINCT 'constructor', p.function_id, 0
  FROM parameters p
  JOIN functions f ON f.function_id = p.function_id AND NOT f.is_method
  WHERE p.type_id = $1 AND p.kind = 'result'
  UNION ALL
  SELECT 'named', symbol_id, count(*) FROM refs WHERE enclosing_id = $1 AND symbol_id <> $1 GROUP BY symbol_id
  UNION ALL
  SELECT 'interface', to_type_id, 0 FROM type_relations WHERE from_type_id = $1 AND relation = 'implements'
  UNION ALL
  SELECT 'interface', callee_id, max(uses)
  FROM (
    SELECT overridden_id AS callee_id, 0 AS uses FROM overrides WHERE method_id = $1
    UNION ALL
    SELECT callee_id, -1 FROM possible_callees WHERE method_id = $1
  )
  GROUP BY callee_id
  UNION ALL
  SELECT 'implementation', from_type_id, 0 FROM type_relations WHERE to_type_id = $1 AND relation = 'implements'
  UNION ALL
  SELECT DISTINCT 'implementation', method_id, 0 FROM overrides WHERE overridden_id = $1
)
SELECT l.part, l.uses, s.symbol_id, s.symbol, s.kind, s.is_test, s.is_external, s.is_exported, s.container_id, s.file_id, s.file_path, s.start_line, s.end_line,
  s.start_pos, s.end_pos, s.ref_count, coalesce(f.is_generated, false), s.signature, coalesce(s.doc, '')
FROM link l
JOIN symbols s ON s.symbol_id = l.symbol_id
LEFT JOIN files f ON f.file_id = s.file_id
ORDER BY s.symbol;
