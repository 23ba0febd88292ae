-- The edges of the index in the view `stored`: one row for each callee, caller and kind, with the strongest evidence. An edge of the kind
-- call that is not direct follows from dynamic dispatch. The caller of an edge of the kind use is the declaration around the use, and of
-- the kind implements the type or method that implements the callee. A call of a class or of a function value is a use.
WITH edge AS (
  SELECT callee_id, caller_id, 'call' AS kind, evidence_rank, direct FROM call_steps
  UNION ALL
  SELECT r.symbol_id, r.enclosing_id, 'use', evidence_rank(r.evidence), true
  FROM refs r
  LEFT JOIN call_steps s ON s.callee_id = r.symbol_id AND s.caller_id = r.enclosing_id AND s.direct AND r.role = 'call'
  WHERE r.enclosing_id IS NOT NULL AND s.callee_id IS NULL
  UNION ALL
  SELECT to_type_id, from_type_id, 'implements', evidence_rank(evidence), true FROM type_relations WHERE relation IN ('implements', 'extends')
  UNION ALL
  SELECT overridden_id, method_id, 'implements', evidence_rank(evidence), true FROM overrides
)
SELECT c.symbol_hash AS callee_hash, k.symbol_hash AS caller_hash, e.kind, evidence_name(min(e.evidence_rank)) AS evidence,
  bool_or(e.direct) AS direct, bool_or(c.is_external) AS is_external, i.repository, i."commit"
FROM edge e
JOIN symbols c ON c.symbol_id = e.callee_id
JOIN symbols k ON k.symbol_id = e.caller_id, stored i
GROUP BY ALL
ORDER BY callee_hash, caller_hash, e.kind
