-- The call graph in memory, for walking: resolved calls, and which method stands in
-- for which. A rank is the place of an evidence in the order of strength, 0 the
-- strongest; standing in is never stronger than `interface`.
CREATE OR REPLACE MACRO evidence_rank(evidence) AS
  CASE evidence WHEN 'static' THEN 0 WHEN 'interface' THEN 1 WHEN 'dynamic' THEN 2 WHEN 'heuristic' THEN 3 ELSE 4 END;

CREATE OR REPLACE TABLE edges AS
SELECT callee_id, caller_id, evidence_rank(evidence)::TINYINT AS rank
FROM calls
WHERE callee_id IS NOT NULL;

CREATE OR REPLACE TABLE stands_in AS
SELECT method_id, overridden_id, min(greatest(1, evidence_rank(evidence)))::TINYINT AS rank
FROM overrides
GROUP BY method_id, overridden_id;
