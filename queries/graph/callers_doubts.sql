-- What could call a symbol of the walk without the walk seeing it: for each reason
-- that holds, how often. Only symbols whose callers were asked for count, those
-- above the last depth. The reason beyond_depth is none: it says that symbols at
-- the last depth have callers that the walk does not hold.
--
-- $1 the depth; $2 whether the walk followed dispatch; $3 whether tests are in
-- the index.
WITH params AS (
  SELECT $1::INTEGER AS depth, $2::BOOLEAN AS dispatch, $3::BOOLEAN AS tests
),
asked AS MATERIALIZED (
  SELECT DISTINCT s.symbol_id, s.symbol, s.name, s.kind, s.is_external, s.module_path, s.start_line
  FROM walk w, symbols s, params p
  WHERE w.depth < p.depth AND s.symbol_id = w.id
),
linked AS (
  -- The second word of a go:linkname is a symbol too, in the linker's spelling.
  SELECT regexp_replace(regexp_extract(arguments, '^\S+\s+(\S+)$', 1), '\(\*?(\w+)\)', '\1') AS symbol
  FROM annotations
  WHERE name = 'go:linkname'
),
assembly AS (
  SELECT DISTINCT unnest(regexp_extract_all(c.content, '·(\w+)(?:<\w+>)?\(SB\)', 1)) AS name
  FROM contents c
  JOIN files f ON f.file_id = c.file_id
  WHERE lower(f.file_path) LIKE '%.s'
),
untyped AS (
  SELECT module_path FROM diagnostics WHERE severity = 'error' AND stage <> 'discover' AND module_path IS NOT NULL
  UNION
  SELECT module_path FROM files WHERE status = 'partial'
),
doubts AS (
  SELECT 1 AS place, 'value_taken' AS reason, count(*) AS n
  FROM refs r JOIN asked a ON a.symbol_id = r.symbol_id
  WHERE r.role NOT IN ('call', 'import')
  UNION ALL
  SELECT 2, 'outside_interface', count(DISTINCT o.method_id)
  FROM overrides o JOIN asked a ON a.symbol_id = o.method_id JOIN symbols i ON i.symbol_id = o.overridden_id
  WHERE i.is_external AND NOT a.is_external
  UNION ALL
  SELECT 3, 'linkname_or_export', count(DISTINCT a.symbol_id)
  FROM asked a
  WHERE a.symbol_id IN (SELECT symbol_id FROM annotations WHERE name IN ('go:linkname', 'export', 'go:wasmexport') OR name LIKE 'go:cgo_export%')
    OR a.symbol IN (SELECT symbol FROM linked)
  UNION ALL
  SELECT 4, 'no_body', count(*)
  FROM asked a
  WHERE NOT a.is_external AND a.kind IN ('function', 'method') AND a.start_line IS NOT NULL
    AND NOT EXISTS (FROM scopes c WHERE c.symbol_id = a.symbol_id AND c.kind = 'function')
  UNION ALL
  SELECT 5, 'assembly', count(*)
  FROM asked a
  WHERE NOT a.is_external AND a.kind = 'function' AND a.name IN (SELECT name FROM assembly)
  UNION ALL
  SELECT 6, evidence || '_sites', count(*)
  FROM calls
  WHERE evidence IN ('heuristic', 'unresolved')
    AND regexp_extract(callee_name, '[^.]*$') IN (SELECT name FROM asked)
  GROUP BY evidence
  UNION ALL
  SELECT 7, 'dispatch_not_followed', count(DISTINCT o.method_id)
  FROM overrides o JOIN asked a ON a.symbol_id = o.method_id, params p
  WHERE NOT p.dispatch
  UNION ALL
  SELECT 8, 'untyped_packages', count(*) FROM untyped
  UNION ALL
  SELECT 9, 'unread_files', count(*) FROM files WHERE status = 'skipped' AND language = 'go'
  UNION ALL
  SELECT 10, 'tests_left_out', 1 FROM params WHERE NOT tests
  UNION ALL
  SELECT 11, 'beyond_depth', count(*)
  FROM edges e JOIN walk w ON w.id = e.callee_id JOIN params p ON p.depth = w.depth
  WHERE e.caller_id NOT IN (SELECT id FROM walk WHERE called)
)
SELECT reason, n FROM doubts WHERE n > 0 ORDER BY place, reason;
