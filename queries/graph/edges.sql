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

-- The interface methods that are called.
CREATE OR REPLACE TABLE called_methods AS
SELECT symbol_id, name, is_external, container_id
FROM symbols
WHERE kind = 'interface_method' AND symbol_id IN (SELECT callee_id FROM edges);

-- Those of them whose implementations nobody looked for, so that the index
-- does not say what stands in for them: those of interfaces without a name, of
-- generic ones, and of constraints, which are interfaces with elements of their own or
-- embedded ones.
CREATE OR REPLACE VIEW uncompared AS
WITH RECURSIVE unlike(type_id) AS (
  SELECT type_id FROM members
  WHERE kind IN ('type_parameter', 'type_element')
    OR kind = 'embedded' AND (type_expr IN ('comparable', 'cmp.Ordered') OR type_expr LIKE 'constraints.%')
  UNION
  SELECT m.type_id FROM members m JOIN unlike u ON u.type_id = m.member_type_id AND m.kind = 'embedded'
)
SELECT symbol_id, name
FROM called_methods
WHERE NOT is_external
  AND coalesce(container_id, 0) NOT IN (SELECT type_id FROM types WHERE kind = 'interface' AND type_id NOT IN (SELECT type_id FROM unlike));
