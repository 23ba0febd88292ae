-- The place of an evidence in the list of evidence (schema.Evidence), 0 the strongest.
CREATE OR REPLACE MACRO evidence_rank(evidence) AS
  (CASE evidence WHEN 'static' THEN 0 WHEN 'literal' THEN 1 WHEN 'interface' THEN 2 WHEN 'value' THEN 3 WHEN 'dynamic' THEN 4 WHEN 'heuristic' THEN 5 ELSE 6 END)::INTEGER;
