-- What a symbol of the walk could call without the walk seeing it: for each
-- reason that holds, how often. Only symbols whose callees were asked for count,
-- those above the last depth. The reason beyond_depth is none: it says that symbols
-- at the last depth have callees that the walk does not hold.
--
-- $1 the depth; $2 whether the walk followed dispatch.
WITH params AS (
  SELECT $1::INTEGER AS depth, $2::BOOLEAN AS dispatch
),
asked AS MATERIALIZED (
  SELECT DISTINCT s.symbol_id, s.kind, s.is_external, s.file_id, s.module_path, s.start_line
  FROM walk w, symbols s, params p
  WHERE w.depth < p.depth AND s.symbol_id = w.id
),
sites AS MATERIALIZED (
  SELECT c.callee_id, c.evidence FROM calls c JOIN asked a ON a.symbol_id = c.caller_id
),
untyped AS (
  SELECT module_path FROM diagnostics WHERE severity = 'error' AND stage <> 'discover' AND module_path IS NOT NULL
  UNION
  SELECT module_path FROM files WHERE status = 'partial'
),
doubts AS (
  SELECT 1 AS place, evidence || CASE evidence WHEN 'dynamic' THEN '_calls' ELSE '_sites' END AS reason, count(*) AS n
  FROM sites WHERE evidence IN ('dynamic', 'heuristic', 'unresolved')
  GROUP BY evidence
  UNION ALL
  SELECT 2, 'outside_interface', count(*)
  FROM sites c JOIN symbols i ON i.symbol_id = c.callee_id
  WHERE i.is_external AND i.kind = 'interface_method'
  UNION ALL
  SELECT 3, 'no_body', count(*)
  FROM asked a
  WHERE NOT a.is_external AND a.kind IN ('function', 'method') AND a.start_line IS NOT NULL
    AND NOT EXISTS (FROM scopes c WHERE c.symbol_id = a.symbol_id AND c.kind = 'function')
  UNION ALL
  SELECT 4, 'dispatch_not_followed', count(*)
  FROM sites c, params p
  WHERE NOT p.dispatch AND c.callee_id IN (SELECT overridden_id FROM stands_in)
  UNION ALL
  SELECT 5, 'untyped_packages', count(DISTINCT a.module_path)
  FROM asked a WHERE a.module_path IN (FROM untyped)
  UNION ALL
  SELECT 6, 'beyond_depth', count(*)
  FROM edges e JOIN walk w ON w.id = e.caller_id JOIN params p ON p.depth = w.depth
  WHERE e.callee_id NOT IN (SELECT id FROM walk WHERE called)
)
SELECT reason, n FROM doubts WHERE n > 0 ORDER BY place, reason;
