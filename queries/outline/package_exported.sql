-- The exported symbols of a module, without members of types, the most used by others first.
--
-- $1 its directory; $2 whether tests count; $3 the number of rows; $4 the offset.
SELECT s.name, s.symbol, s.kind, s.is_exported, s.file_path, s.start_line, s.end_line, s.signature, s.ref_count, s.external_ref_count, s.is_test,
  count(*) OVER () AS total
FROM symbols s
LEFT JOIN symbols c ON c.symbol_id = s.container_id
WHERE s.module_path = $1::VARCHAR AND NOT s.is_external AND s.is_exported AND ($2::BOOLEAN OR NOT s.is_test)
  AND s.kind NOT IN ('field', 'interface_method', 'enum_member', 'property') AND s.start_line IS NOT NULL
  AND (s.container_id IS NULL OR s.kind = 'method' AND c.is_exported)
ORDER BY s.external_ref_count DESC, s.ref_count DESC, s.symbol
LIMIT $3 OFFSET $4;
