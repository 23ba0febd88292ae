-- The place of an evidence in the order of strength, 0 the strongest.
CREATE OR REPLACE MACRO evidence_rank(evidence) AS
  CASE evidence WHEN 'static' THEN 0 WHEN 'interface' THEN 1 WHEN 'dynamic' THEN 2 WHEN 'heuristic' THEN 3 ELSE 4 END;
