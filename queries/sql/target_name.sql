-- The symbols of certain kinds that a name may mean, with how it means them:
-- 1 the whole stable name, 2 the stable name but for what stands behind # or ~,
-- 3 an end of the stable name, from a package's path element on, or of the
-- qualified name, on name boundaries; or main.x, for a package whose last path
-- element is not main.
--
-- $1 the name as typed; $2 the name without Go's (*T) and [T]; $3 its last
-- identifier; $4 the kinds.
WITH params AS (
  SELECT $1::VARCHAR AS typed, $2::VARCHAR AS plain, $3::VARCHAR AS name, $4::VARCHAR[] AS kinds
),
named AS (
  SELECT s.*, p.*,
    CASE WHEN contains(s.symbol, '#') THEN split_part(s.symbol, '#', 1) ELSE regexp_replace(s.symbol, '~[0-9]+$', '') END AS base
  FROM symbols s, params p
  WHERE s.name = p.name AND list_contains(p.kinds, s.kind)
),
matched AS (
  SELECT *,
    CASE
      WHEN symbol IN (typed, plain) THEN 1
      WHEN base IN (typed, plain) THEN 2
      WHEN ends_with('.' || qualified_name, '.' || plain) OR ends_with('/' || base, '/' || plain) THEN 3
      WHEN ends_with('.' || qualified_name || substr(symbol, length(base) + 1), '.' || plain) OR ends_with('/' || symbol, '/' || plain) THEN 3
      WHEN starts_with(plain, 'main.') AND base = package_path || substr(plain, 5)
        AND EXISTS (SELECT 1 FROM symbols m WHERE m.name = 'main' AND m.kind = 'function' AND m.symbol = named.package_path || '.main') THEN 3
    END AS step
  FROM named
)
SELECT symbol_id, symbol, kind, file_path, start_line, end_line, step
FROM matched
WHERE step IS NOT NULL
QUALIFY dense_rank() OVER (ORDER BY step, is_external) = 1
ORDER BY symbol;
