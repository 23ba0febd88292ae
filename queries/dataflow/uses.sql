-- The uses of symbols in the declarations around them, and the declarations of variables and constants. The
-- declarations of fields have the role declaration: in some languages they may have values.
--
-- $1 the ids of the symbols; $2 whether a use as a value is the only one that counts.
WITH asked AS (SELECT unnest($1::INTEGER[]) AS symbol_id),
used AS (
  SELECT r.symbol_id, r.file_id, r.start_line, r.start_column, r.role, r.evidence, r.enclosing_id
  FROM refs r
  SEMI JOIN asked USING (symbol_id)
  WHERE NOT $2::BOOLEAN OR r.role = 'read'
  UNION ALL
  SELECT s.symbol_id, s.file_id, s.name_line, s.name_column, 'write', 'static', s.symbol_id
  FROM symbols s
  SEMI JOIN asked USING (symbol_id)
  WHERE s.kind IN ('variable', 'constant') AND s.name_line IS NOT NULL
  UNION ALL
  SELECT s.symbol_id, s.file_id, s.name_line, s.name_column, 'declaration', 'heuristic', s.container_id
  FROM symbols s
  SEMI JOIN asked USING (symbol_id)
  WHERE s.kind IN ('field', 'property', 'enum_member') AND s.name_line IS NOT NULL
)
SELECT u.symbol_id, u.file_id, f.file_path, f.language, f.is_test, u.start_line, u.start_column, u.role, u.evidence, coalesce(s.symbol, f.file_path)
FROM used u
JOIN files f ON f.file_id = u.file_id
LEFT JOIN symbols s ON s.symbol_id = u.enclosing_id
WHERE u.role IN ('read', 'write', 'call', 'declaration');
