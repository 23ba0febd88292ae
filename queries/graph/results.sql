-- The results that an answer shows, by depth. Within one, code is before tests, certain results before those that dynamic dispatch or a
-- guess may lead to, and then by symbol and place. An interface method that a call names is certain too; others have a label. The limits cut tests
-- before code, at whatever depth the code is.
--
-- $1 the limit of a depth; $2 the limit in all.
--
-- DESIGN: symbols joins the few shown results in a common table expression, so DuckDB reads only the row groups that hold them. An outer
-- join would read all symbols: 14 ms instead of 4.
WITH ordered AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY depth ORDER BY coalesce(is_test, false), rank >= evidence_rank('interface') AND (kind <> 'interface_method' OR label IS NOT NULL),
    symbol, site_path, site_line, site_column, via, label) AS ordinal
  FROM found
  WHERE NOT left_out
  QUALIFY ordinal <= $1::BIGINT
  ORDER BY coalesce(is_test, false), depth, ordinal
  LIMIT $2::BIGINT
),
described AS MATERIALIZED (
  SELECT s.symbol_id, s.qualified_name, s.file_id, s.start_line, s.end_line, s.signature
  FROM (SELECT DISTINCT symbol_id FROM ordered) o
  JOIN symbols s ON s.symbol_id = o.symbol_id
)
SELECT o.depth, o.rank, coalesce(o.symbol_id, 0), o.symbol, o.kind, o.is_external, coalesce(o.is_test, false), coalesce(o.file_path, ''), o.site_id, o.site_path, o.site_line,
  o.site_column, coalesce(o.via, ''), coalesce(o.label, ''), s.qualified_name, s.file_id, s.start_line, s.end_line, s.signature
FROM ordered o
LEFT JOIN described s ON s.symbol_id = o.symbol_id
ORDER BY o.depth, o.ordinal;
