-- The place of an evidence in the order of strength, 0 the strongest.
CREATE OR REPLACE MACRO evidence_rank(evidence) AS
  CASE evidence WHEN 'static' THEN 0 WHEN 'interface' THEN 1 WHEN 'dynamic' THEN 2 WHEN 'heuristic' THEN 3 ELSE 4 END;

-- Whether types were compared with the interfaces of the repository that have no name: from feature version 5 on, within
-- one index. Whoever runs this writes that version in the place of 2147483647, and 0 for several indexes.
CREATE OR REPLACE MACRO compares_unnamed() AS 2147483647 >= 5;
