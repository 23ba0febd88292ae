-- The symbols of certain kinds that bear one of the names. How far each of them
-- is what was typed is decided outside.
--
-- $1 the names; $2 the kinds.
WITH params AS (
  SELECT unnest($1::VARCHAR[]) AS name, $2::VARCHAR[] AS kinds
)
SELECT s.symbol_id, s.symbol, s.kind, s.file_path, s.start_line, s.end_line, s.qualified_name, s.package_path, s.is_external
FROM symbols s, params p
WHERE s.name = p.name AND list_contains(p.kinds, s.kind);
