-- The results of an impact. The label is the kind of impact, the severity, and whether the symbol implements a target. A symbol has to
-- change (must_update) when it uses, calls a target by its name, asks for it as an interface method, or converts a value to
-- such an interface. It follows a target when it implements the target, or calls such an implementation. The walk does not go on from interface methods.
INSERT INTO found BY NAME
WITH asking AS (
  SELECT DISTINCT s.symbol_id
  FROM needed n
  JOIN target t ON t.symbol_id = n.method_id
  JOIN symbols s ON s.symbol_id = n.overridden_id AND NOT s.is_external
),
mark AS (
  SELECT symbol_id, bool_or(what IN ('implementation', 'spare')) AS implements, bool_or(what = 'interface') AS asks,
    bool_or(what IN ('interface', 'names')) AS names,
    bool_or(what IN ('implementation', 'follows')) AS follows
  FROM (
    SELECT symbol_id, CASE why WHEN 'use' THEN 'names' WHEN 'shift' THEN NULL ELSE why END AS what FROM start
    UNION ALL
    SELECT symbol_id, 'names' FROM needed WHERE symbol_id NOT IN (SELECT symbol_id FROM start WHERE why = 'perhaps')
    UNION ALL
    SELECT symbol_id, 'interface' FROM asking
    UNION ALL
    SELECT s.caller_id, 'names'
    FROM target t
    JOIN call_steps s ON s.callee_id = t.symbol_id
    WHERE s.direct AND s.evidence_rank < evidence_rank('heuristic')
    UNION ALL
    SELECT v.user_id, 'names' FROM target t JOIN value_steps v ON v.used_id = t.symbol_id WHERE v.direct AND v.evidence_rank < evidence_rank('heuristic')
    UNION ALL
    SELECT s.caller_id, 'follows'
    FROM start i
    JOIN call_steps s ON s.callee_id = i.symbol_id
    WHERE i.why = 'implementation' AND s.direct AND s.evidence_rank < evidence_rank('heuristic')
  )
  GROUP BY symbol_id
)
SELECT r.depth, r.rank, s.symbol_id, s.symbol, s.kind, s.is_external, s.is_test, s.file_path,
  CASE WHEN m.implements THEN 'implementation'
    WHEN m.asks THEN 'interface'
    WHEN s.is_test THEN 'test'
    WHEN r.depth = 1 THEN 'direct_caller'
    ELSE 'transitive' END
  || CASE WHEN m.names THEN ' must_update' WHEN m.follows THEN ' follows' ELSE ' review_needed' END
  || CASE WHEN m.implements OR m.asks THEN ' implementing' ELSE '' END AS label
FROM (FROM reached UNION ALL SELECT symbol_id, 1, 0 FROM asking) r
JOIN symbols s ON s.symbol_id = r.symbol_id
LEFT JOIN mark m ON m.symbol_id = r.symbol_id
WHERE r.symbol_id NOT IN (SELECT symbol_id FROM target);
